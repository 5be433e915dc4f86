# A server like the Java server of the tests: returns calls and bytes to the sender.
#   server.gd port=N [world=SCRIPT] [word=WORD [timeout=SECONDS]] [stage=units|flag]
#     [transport=enet [compression=MODE]]
extends "res://peer.gd"

func begin() -> void:
	var is_enet: bool = options.get("transport") == "enet"
	var peer: MultiplayerPeer = ENetMultiplayerPeer.new() if is_enet else WebSocketMultiplayerPeer.new()
	api.auth_timeout = float(options.get("timeout", "3"))
	if options.has("word"):
		api.auth_callback = func(id: int, data: PackedByteArray):
			if data.get_string_from_utf8() == options.word:
				api.send_auth(id, "welcome".to_utf8_buffer())
				api.complete_auth(id)
			else:
				api.disconnect_peer(id)
	if is_enet:
		peer.set_bind_ip("127.0.0.1")
		# As long as the timeout of the clients.
		api.peer_connected.connect(func(id: int): peer.get_peer(id).set_timeout(32, 30000, 60000))
	if (peer.create_server(int(options.port)) if is_enet else peer.create_server(int(options.port), "127.0.0.1")) == OK:
		if options.has("compression"):
			peer.host.compress(int(options.compression))
		heard("ready")
	api.multiplayer_peer = peer

func called(node: Node, method: String, sender: int, arguments: Array) -> void:
	if method == "kick_me":
		api.disconnect_peer(sender)
	else:
		node.callv("rpc_id", [sender, method] + arguments)

func sent(sender: int, bytes: PackedByteArray) -> void:
	api.send_bytes(bytes, sender)
