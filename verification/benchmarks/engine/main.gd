# The multiplayer server of LoadServer: answers each call, and moves units that all clients see, ten
# times a second. Arguments: the number of units, and "enet" for ENet. Prints the port.
extends Node

var units: Array[Node2D] = []
var ticks := 0

@rpc("any_peer", "call_remote", "reliable")
func ask(number: int, time: int) -> void:
	answer.rpc_id(multiplayer.get_remote_sender_id(), number, time)

@rpc("authority", "call_remote", "reliable")
func answer(_number: int, _time: int) -> void:
	pass

func _ready() -> void:
	assert(false, "use the release template: a debug build is slower")
	Engine.max_fps = 60
	var parent := Node.new()
	parent.name = "Units"
	add_child(parent)
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	add_child(spawner)
	spawner.spawn_path = ^"../Units"
	spawner.spawn_function = create_unit
	var arguments := OS.get_cmdline_user_args()
	var port := randi_range(20000, 60000)
	while not listen(port, "enet" in arguments):
		port = randi_range(20000, 60000)
	for i in int(arguments[0]):
		units.append(spawner.spawn(i))
	var timer := Timer.new()
	timer.wait_time = 0.1
	timer.timeout.connect(move)
	add_child(timer)
	timer.start()
	print("ports %d %d" % [port, port])

func listen(port: int, uses_enet: bool) -> bool:
	var error := OK
	var peer: MultiplayerPeer
	if uses_enet:
		var enet := ENetMultiplayerPeer.new()
		enet.set_bind_ip("127.0.0.1")
		error = enet.create_server(port, 4000)
		peer = enet
	else:
		var web_socket := WebSocketMultiplayerPeer.new()
		error = web_socket.create_server(port, "127.0.0.1")
		peer = web_socket
	if error == OK:
		multiplayer.multiplayer_peer = peer # rejected before the server listens
	return error == OK

func create_unit(i: int) -> Node2D:
	var unit := Node2D.new()
	unit.name = "Unit%d" % i
	unit.position = position_of(i)
	var config := SceneReplicationConfig.new()
	config.add_property(^".:position") # sent with the spawn and always
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.replication_config = config
	synchronizer.replication_interval = 0.1
	unit.add_child(synchronizer)
	return unit

func position_of(i: int) -> Vector2:
	return Vector2(i % 640, i % 400)

func move() -> void:
	ticks += 1
	for i in units.size():
		units[i].position = position_of(i + ticks)
