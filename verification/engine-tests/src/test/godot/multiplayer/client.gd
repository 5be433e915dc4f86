# A client that runs one function and prints its events.
#   client.gd port=N run=FUNCTION [transport=enet [compression=MODE]] [world=SCRIPT] [word=WORD]
#     [stage=units|flag] [path=PATH]
extends "res://peer.gd"

var lines: Array[String] = []
var came: Array = []

func begin() -> void:
	api.connected_to_server.connect(func(): heard("connected_to_server"))
	api.connection_failed.connect(func(): heard("connection_failed"))
	api.server_disconnected.connect(func(): heard("server_disconnected"))
	api.peer_authenticating.connect(func(id): heard("peer_authenticating %d" % id))
	api.peer_authentication_failed.connect(func(id): heard("peer_authentication_failed %d" % id))
	await call(options.run)
	quit()

func heard(what: String) -> void:
	lines.append(what)
	super(what)

# Waits for an event, and drops it and all earlier events.
func hear(pattern: String) -> String:
	while true:
		while not lines.is_empty():
			var line: String = lines.pop_front()
			if line.match(pattern):
				return line
		await process_frame
	return ""

func called(node: Node, method: String, sender: int, arguments: Array) -> void:
	if options.run == "values":
		came.append([method, arguments])
	else:
		if options.run == "sequence":
			arguments[1] = len(arguments[1]) / 100
		heard("%s.%s of %d with %s" % [node.name, method, sender, arguments])

func sent(sender: int, bytes: PackedByteArray) -> void:
	heard("bytes of %d: %s" % [sender, bytes.get_string_from_utf8()])

func connect_to_server() -> void:
	if options.get("transport") == "enet":
		var enet := ENetMultiplayerPeer.new()
		enet.create_client("127.0.0.1", int(options.port))
		if options.has("compression"):
			enet.host.compress(int(options.compression))
		api.multiplayer_peer = enet
		return
	var peer := WebSocketMultiplayerPeer.new()
	if options.has("protocol"):
		peer.supported_protocols = PackedStringArray(["unknown", options.protocol])
	peer.create_client("ws://127.0.0.1:%s%s" % [options.port, options.get("path", "/game")])
	api.multiplayer_peer = peer

func join() -> void:
	connect_to_server()
	await hear("connected_to_server")
	if options.get("transport") == "enet":
		# No unreliable packet is dropped if the round trip takes longer on a busy machine.
		var server: ENetPacketPeer = api.multiplayer_peer.get_peer(1)
		server.throttle_configure(5000, 2, 0)
		# By default, ENet gives up after seven or eight lost datagrams in a row.
		server.set_timeout(32, 30000, 60000)

# Waits until the server has processed all earlier packets.
func answered() -> void:
	api.send_bytes("ping".to_utf8_buffer(), 1)
	await hear("bytes of 1: ping")

# ---- Values

var compared := 0

func called_back(arguments: Array) -> void:
	if arguments.size() == 1 and arguments[0] is PackedByteArray and arguments[0].is_empty():
		return # arrives as a call without arguments
	var method := "r%d" % arguments.size()
	world.callv("rpc_id", [1, method] + arguments)
	while came.is_empty():
		await process_frame
	var back: Array = came.pop_front()
	if back[0] != method or var_to_bytes(back[1]) != var_to_bytes(arguments):
		heard("%s came back for %s" % [back, [method, arguments]])
	compared += 1

func values() -> void:
	await join()
	var file := FileAccess.open("res://in/values.bin", FileAccess.READ)
	var all := []
	while file.get_position() < file.get_length():
		all.append(bytes_to_var(file.get_buffer(file.get_32())))
	for i in all.size():
		await called_back([all[i]])
		await called_back(all.slice(i, i + i % 9))
	heard("%d calls came back" % compared)

# ---- Many calls without waiting

func sequence() -> void:
	await join()
	for i in 200: # half of them are longer than a datagram
		world.r2.rpc_id(1, i, "x".repeat(i % 5 * 700))
	for i in 200:
		await hear("World.r2 *")
	await answered()

# ---- Two clients

func first() -> void:
	await join()
	var other := int((await hear("peer_connected *")).get_slice(" ", 1))
	if other == 1:
		other = int((await hear("peer_connected *")).get_slice(" ", 1))
	world.r1.rpc("to all")
	world.r2.rpc_id(other, 2, "to one")
	api.send_bytes("bytes".to_utf8_buffer(), other)
	api.send_bytes("to all".to_utf8_buffer(), 0)
	world.r1.rpc_id(-1, "to all but the server")
	await hear("World.r1 of *thanks*")
	world.r2.rpc_id(other, 3, "by number")
	await hear("peer_disconnected *")
	await answered()

func second() -> void:
	await join()
	await hear("World.r2 *")
	await hear("*all but the server*")
	var other := Array(api.get_peers()).filter(func(id): return id != 1)
	heard("peers besides the server: %s" % [other])
	world.r1.rpc_id(other[0], "thanks")
	await hear("*by number*")
	await answered()

# ---- Methods

func call_all(node: Node, methods: Array) -> void:
	for time in ["by path", "by number"]:
		for method in methods:
			node.rpc_id(1, method, time)
		await answered()

func methods() -> void:
	await join()
	await call_all(world, ["r1", "Größe", "_under"])
	await call_all(world.get_node("Straße 7"), ["Größe", "r1"])

func root_methods() -> void:
	await join()
	await call_all(world, ["r1", "Größe", "_under"])

func derived() -> void:
	await join()
	await call_all(world, ["a_first", "of_base", "of_both", "twice", "zz_configured", "configured"])

func different() -> void:
	await join()
	world.a.rpc_id(1)
	await answered()
	world.r1.rpc_id(1, "by whatever number")
	await answered()

# Calls kick_me of a server of an engine, where it has the number of a.
func another_is_run() -> void:
	await join()
	world.a.rpc_id(1)
	await hear("server_disconnected")

func listening() -> void:
	await join()
	await hear("*only_the_server*")
	await hear("*only_the_server*")
	await answered()

# ---- Connecting and disconnecting

func kick() -> void:
	await join()
	world.kick_me.rpc_id(1)
	await hear("server_disconnected")

func again() -> void:
	authenticates()
	await join()
	await answered()
	api.multiplayer_peer.close()
	await hear("server_disconnected")
	await join()
	await answered()

func authenticates() -> void:
	api.auth_callback = func(id: int, data: PackedByteArray):
		heard("auth of %d: %s" % [id, data.get_string_from_utf8()])
	api.peer_authenticating.connect(func(id):
		api.send_auth(id, options.word.to_utf8_buffer())
		api.complete_auth(id))

func right_word() -> void:
	authenticates()
	await join()
	await answered()

func wrong_word() -> void:
	authenticates()
	connect_to_server()
	await hear("server_disconnected")

func no_word() -> void:
	await join() # from the view of the client
	world.r1.rpc_id(1, "not admitted")
	await hear("server_disconnected")

func silent() -> void:
	api.auth_callback = func(_id, _data): pass
	api.auth_timeout = 0
	connect_to_server()
	await hear("server_disconnected")

func refused() -> void:
	connect_to_server()
	await hear("connection_failed")

# ---- Nodes that the server spawns and synchronizes

func ask(what: String, called: String, answer: String) -> void:
	stage.ask.rpc_id(1, what, called)
	await hear(answer)

func spawned(what: String, called: String) -> void:
	await ask(what, called, "%s has *" % called)

func life() -> void:
	await join()
	await spawned("spawn", "U1")
	await ask("move", "U1", "U1 is at *")
	await ask("hurt", "U1", "U1 has *")
	await ask("cheer", "U1", "U1 has *")
	await ask("change", "U1", "U1 has *")
	await ask("remove", "U1", "despawned U1")
	await spawned("spawn", "U1") # the name is free again
	await answered()

func made() -> void:
	await join()
	await spawned("make", "M1")
	await ask("change", "M1", "M1 has *")
	await ask("remove", "M1", "despawned M1")
	await answered()

func always_there() -> void:
	await join()
	await hear("Flag has *")
	await ask("move", "Flag", "Flag is at *")
	await ask("hurt", "Flag", "Flag has *")
	await ask("cheer", "Flag", "Flag has *")
	await answered()

func owner_of_the_flag() -> void:
	await join()
	await hear("Flag has *")
	await ask("give", "Flag", "World.r1 of 1 *given*")
	stage.flag.get_node("Sync").set_multiplayer_authority(api.get_unique_id())
	stage.flag.hp = 11
	await hear("World.r1 of 1 *")
	stage.flag.mood = 7
	await hear("World.r1 of 1 *")
	stage.flag.get_node("Sync").jump.rpc_id(1)
	await hear("World.r1 of 1 *jumped*")
	await ask("take", "Flag", "World.r1 of 1 *taken*")
	for i in 40: # values and calls that are sent before the client knows
		stage.flag.position.x += 1
		stage.flag.mood += 1
		stage.flag.get_node("Sync").jump.rpc_id(1)
		await process_frame
	await answered()

func early() -> void:
	await join()
	await spawned("spawn", "A")
	await spawned("make", "B")
	await ask("change", "A", "A has *")
	heard("the other may come")
	await hear("A has *")
	await hear("despawned B")
	await hear("peer_disconnected *")
	await answered()

func late() -> void:
	await join()
	await hear("B has *")
	await ask("hurt", "A", "A has *")
	await ask("remove", "B", "despawned B")
	await answered()

func seeing() -> void:
	await join()
	await spawned("spawn for me", "S")
	heard("the other may come")
	await hear("T has *")
	await hear("S has *")
	await ask("remove", "T", "despawned T")
	await hear("peer_disconnected *")
	await answered()

func not_seeing() -> void:
	await join()
	await spawned("spawn", "T")
	await ask("show", "S", "S has *")
	await ask("hide", "S", "despawned S")
	stage.ask.rpc_id(1, "hurt", "S")
	await hear("despawned T")
	await answered()

func staying() -> void:
	await join()
	await spawned("spawn for me", "S")
	await spawned("spawn", "A")
	heard("the other may come")
	await hear("S has *")
	await hear("despawned A")
	await hear("peer_disconnected *")
	await answered()

# Hides S while the scene changes; A is lost, because its scene is freed without asking.
func changing_scene() -> void:
	await join()
	await hear("A has *")
	await ask("show", "S", "S has *")
	await ask("hide", "S", "despawned S")
	stage.free()
	await process_frame
	stage = added("stage.gd", "Stage", world)
	stage.ask.rpc_id(1, "hurt", "S")
	await ask("show", "S", "S has *")
	await answered()
	stage.ask.rpc_id(1, "remove", "A")
	await answered()
	await spawned("spawn", "C")
	await ask("change", "C", "C has *")
	await answered()

func without_units() -> void:
	while stage.units.get_child_count() > 0:
		await process_frame
	heard("no units")

func is_disconnected_by_server() -> void:
	await join()
	await spawned("spawn", "U1")
	world.kick_me.rpc_id(1)
	await hear("server_disconnected")
	await without_units()

func returning() -> void:
	await join()
	await spawned("spawn", "U1")
	api.multiplayer_peer.close()
	await hear("server_disconnected")
	await without_units()
	await join()
	await hear("U1 has *")
	await ask("change", "U1", "U1 has *")
	await answered()
