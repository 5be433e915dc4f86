# A game of one node, whose script is in/printed.gd.
extends SceneTree

func _initialize() -> void:
	var world: Node = load("res://in/printed.gd").new()
	world.name = "World"
	root.add_child(world)
