# Packs the project, because a release template opens only a pack with the name of the program.
extends SceneTree


func _init() -> void:
	var packer := PCKPacker.new()
	var error := packer.pck_start("res://" + OS.get_cmdline_user_args()[0])
	for file in ["project.godot", "main.tscn", "main.gd"]:
		error = error if error else packer.add_file("res://" + file, "res://" + file)
	error = error if error else packer.flush()
	quit(error)
