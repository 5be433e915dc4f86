# Calls run() of godot_variant_script.gd with the value in
# godot_variant_in.bin, and writes the result to godot_variant_out.bin.
extends SceneTree

func _initialize():
	var script = load("res://godot_variant_script.gd")
	if not script is GDScript or not script.can_instance():
		fail("the script cannot be loaded")
		return
	var object = script.new()
	if not object.has_method("run"):
		fail("the script has no function run")
		return
	if object is Node:
		get_root().add_child(object)
		yield(self, "idle_frame") # the scene tree starts
	var result = call_run(object)
	while result is GDScriptFunctionState:
		result = yield(result, "completed")
	var out = File.new()
	out.open("res://godot_variant_out.bin", File.WRITE)
	out.store_buffer(var2bytes(result))
	out.close()
	quit()

# An error ends only this function, so that the engine always quits.
func call_run(object):
	var input = File.new()
	input.open("res://godot_variant_in.bin", File.READ)
	return object.run(bytes2var(input.get_buffer(input.get_len())))

func fail(problem):
	printerr(problem)
	quit(1)
