# Units that the server spawns, changes and removes on request. With stage=flag, all peers have a flag
# from the start.
extends Node

const UNIT := preload("res://unit.tscn")

var units := Node.new()
var spawner := MultiplayerSpawner.new() # spawns a scene
var maker := MultiplayerSpawner.new() # spawns by a function
var flag: Node

func _ready() -> void:
	named(units, "Units")
	named(spawner, "Spawner")
	named(maker, "Maker")
	if get_tree().options.stage == "flag":
		flag = UNIT.instantiate()
		flag.get_node("Sync").set_script(preload("res://sync.gd"))
		named(flag, "Flag")
	spawner.add_spawnable_scene("res://unit.tscn")
	maker.spawn_function = func(data):
		get_tree().heard("to be made: %s" % [data])
		return unit(data[0], data[1])
	for each: MultiplayerSpawner in [spawner, maker]:
		each.spawn_path = NodePath("../Units")
		each.spawned.connect(func(node): get_tree().heard("spawned " + node.name))
		each.despawned.connect(func(node): get_tree().heard("despawned " + node.name))

func named(node: Node, called: String) -> void:
	node.name = called
	add_child(node)

func unit(called: String, hp: int) -> Node:
	var made := UNIT.instantiate()
	made.name = called
	made.label = "unit " + called
	made.position = Vector2(10, 20)
	made.hp = hp
	return made

# The requests to the server.
@rpc("any_peer", "call_remote", "reliable")
func ask(what: String, called: String) -> void:
	var sender := multiplayer.get_remote_sender_id()
	var known: Node = flag if called == "Flag" else units.get_node_or_null(called)
	match what:
		"spawn":
			units.add_child(unit(called, 100))
		"spawn for me":
			known = unit(called, 100)
			known.get_node("Sync").public_visibility = false
			known.get_node("Sync").set_visibility_for(sender, true)
			units.add_child(known)
		"make":
			maker.spawn([called, 55])
		"show":
			known.get_node("Sync").set_visibility_for(sender, true)
		"hide":
			known.get_node("Sync").set_visibility_for(sender, false)
		"move":
			known.position += Vector2(1, 2)
		"hurt":
			known.hp -= 10
		"cheer":
			known.mood += 1
		"change":
			known.position += Vector2(1, 2)
			known.hp -= 10
			known.mood += 1
		"remove":
			known.queue_free()
		"give":
			known.get_node("Sync").set_multiplayer_authority(sender)
			known.get_node("Sync").delta_synchronized.connect(func():
				get_tree().world.r1.rpc_id(sender, known.state()))
			get_tree().world.r1.rpc_id(sender, "given")
		"take":
			known.free()
			get_tree().world.r1.rpc_id(sender, "taken")
