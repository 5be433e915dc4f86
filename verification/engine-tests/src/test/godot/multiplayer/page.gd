# A game of one node, with the sample script of the multiplayer guide.
extends SceneTree

func _initialize() -> void:
	var world: Node = load("res://in/sample.gd").new()
	world.name = "World"
	root.add_child(world)
