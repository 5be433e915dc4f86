# A client of ENet, with DTLS if there is a certificate to trust. Calls a method with 20 KB and waits
# for the answer.
#   dtls.gd host=ADDRESS port=N [certificate=FILE] [stay=]
extends SceneTree

const LENGTH := 20000

var options := {}
var world := World.new()

class World extends Node:
	signal answered(bytes: PackedByteArray, text: String, number: int)

	@rpc("any_peer", "call_remote", "reliable")
	func echo(_bytes: PackedByteArray, _text: String, _number: int) -> void:
		pass

	@rpc("authority", "call_remote", "reliable")
	func said(bytes: PackedByteArray, text: String, number: int) -> void:
		answered.emit(bytes, text, number)

func _initialize() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.split("=", true, 1)
		options[parts[0]] = parts[1]
	world.name = "World"
	root.add_child(world)
	var api := get_multiplayer()
	api.connected_to_server.connect(call_server)
	api.connection_failed.connect(func(): end("connection_failed"))
	api.server_disconnected.connect(func(): end("server_disconnected"))
	connect_to_server.call_deferred()

func connect_to_server() -> void:
	var peer := ENetMultiplayerPeer.new()
	peer.create_client(options.host, int(options.port))
	if options.has("certificate"):
		var trusted := X509Certificate.new()
		trusted.load(options.certificate)
		peer.host.dtls_client_setup("localhost", TLSOptions.client(trusted))
	get_multiplayer().multiplayer_peer = peer

func call_server() -> void:
	print("connected after ", Time.get_ticks_msec(), " ms")
	var bytes := PackedByteArray()
	for i in LENGTH:
		bytes.append((i * 7 / 5) % 256)
	for number in 5:
		world.echo.rpc_id(1, bytes, "text", number)
		var answer: Array = await world.answered
		print("> answer ", number, " is the same: ", answer == [bytes, "text", number])
	if not options.has("stay"):
		get_multiplayer().multiplayer_peer.close()

func end(event: String) -> void:
	print("> ", event)
	quit()
