# Calls run() of godot_variant_script.gd with the value in
# godot_variant_in.bin, and writes the result to godot_variant_out.bin.
extends SceneTree

func _initialize() -> void:
	var script = load("res://godot_variant_script.gd")
	if not script is GDScript or not script.can_instantiate():
		fail("the script cannot be loaded")
		return
	var object = script.new()
	if not object.has_method("run"):
		fail("the script has no function run")
		return
	if object is Node:
		root.add_child(object)
		await process_frame # the scene tree starts
	var result = await call_run(object)
	var out := FileAccess.open("res://godot_variant_out.bin", FileAccess.WRITE)
	out.store_buffer(var_to_bytes(result))
	out.close()
	quit()

# An error ends only this function, so that the engine always quits.
func call_run(object):
	return await object.run(bytes_to_var(FileAccess.get_file_as_bytes("res://godot_variant_in.bin")))

func fail(problem: String) -> void:
	printerr(problem)
	quit(1)
