# A game of one node, whose script is printed.gd.
extends SceneTree

func _initialize() -> void:
	var world: Node = load("res://printed.gd").new()
	world.name = "World"
	root.add_child(world)
