# A server that answers each call, and moves units which all clients have, ten times a second, as
# MultiplayerLoadServer does. Argument: how many units. Prints its port.
extends Node

# Without a limit it computes frames for nobody, as many as it can.
const FRAMES := 60
const SECONDS := 0.1

var units: Array[Node2D] = []
var ticks := 0

@rpc("any_peer", "call_remote", "reliable")
func ask(number: int, time: int) -> void:
	answer.rpc_id(multiplayer.get_remote_sender_id(), number, time)

@rpc("authority", "call_remote", "reliable")
func answer(_number: int, _time: int) -> void:
	pass

func _ready() -> void:
	if OS.is_debug_build():
		printerr("a debug build is slower: the release template is needed")
		get_tree().quit(1)
		return
	Engine.max_fps = FRAMES
	var parent := Node.new()
	parent.name = "Units"
	add_child(parent)
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	add_child(spawner)
	spawner.spawn_path = ^"../Units"
	spawner.spawn_function = unit
	var peer := WebSocketMultiplayerPeer.new()
	var port := randi_range(20000, 60000)
	while peer.create_server(port, "127.0.0.1") != OK:
		port = randi_range(20000, 60000)
	multiplayer.multiplayer_peer = peer
	for i in int(OS.get_cmdline_user_args()[0]):
		units.append(spawner.spawn(i))
	var timer := Timer.new()
	timer.wait_time = SECONDS
	timer.timeout.connect(move)
	add_child(timer)
	timer.start()
	print("port ", port)

func unit(i: int) -> Node2D:
	var made := Node2D.new()
	made.name = "Unit%d" % i
	made.position = place(i)
	var properties := SceneReplicationConfig.new()
	properties.add_property(^".:position") # with the spawn, and always
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.replication_config = properties
	synchronizer.replication_interval = SECONDS
	made.add_child(synchronizer)
	return made

func place(i: int) -> Vector2:
	return Vector2(i % 640, i % 400)

func move() -> void:
	ticks += 1
	for i in units.size():
		units[i].position = place(i + ticks)
