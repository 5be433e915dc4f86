# Moves with the arrow keys, or in a circle without a window. Enter sends the text.
#   godot --path . -- --url=ws://127.0.0.1:4244/arena --token=apple --say=hello --seconds=5
#   godot --path . -- --enet=127.0.0.1:4244 --token=pear
extends Node2D

const SENDS_A_SECOND := 20.0

var options := {"url": "ws://127.0.0.1:4244/arena", "token": "apple", "say": "", "seconds": "0"}
var goal := Vector2(320, 200)
var lines: Array[String] = []
var typed := ""
var until_next := 0.0
var age := 0.0
var connected := false

func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		options[parts[0]] = parts[1]
	var scenes := multiplayer as SceneMultiplayer
	scenes.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
	scenes.peer_authenticating.connect(func(id: int) -> void:
		scenes.send_auth(id, options["token"].to_utf8_buffer())
		scenes.complete_auth(id))
	scenes.peer_authentication_failed.connect(func(_id: int) -> void: over("not admitted"))
	scenes.connected_to_server.connect(func() -> void:
		connected = true
		tell("connected")
		if options["say"] != "":
			$Arena.chat.rpc_id(1, options["say"]))
	scenes.server_disconnected.connect(func() -> void: over("the server is gone"))
	if options.has("enet"):
		connect_with_enet()
		return
	var peer := WebSocketMultiplayerPeer.new()
	peer.create_client(options["url"])
	multiplayer.multiplayer_peer = peer

func connect_with_enet() -> void:
	var address: PackedStringArray = options["enet"].split(":")
	var peer := ENetMultiplayerPeer.new()
	peer.create_client(address[0], int(address[1]))
	multiplayer.multiplayer_peer = peer

func _process(delta: float) -> void:
	age += delta
	if float(options["seconds"]) > 0 and age > float(options["seconds"]):
		over("the time is over, %d units" % $Units.get_child_count())
	if connected:
		move(delta)
		until_next -= delta
		if until_next <= 0:
			until_next = 1 / SENDS_A_SECOND
			$Arena.move.rpc_id(1, goal)
	queue_redraw()

func move(delta: float) -> void:
	if DisplayServer.get_name() == "headless" or options.has("circle"):
		var token: String = options["token"]
		goal = Vector2(320, 200) + Vector2.from_angle(age * 2 + token.hash() % 6) * (80 + token.hash() % 60)
	else:
		goal += Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down") * 200 * delta

func over(reason: String) -> void:
	connected = false
	tell(reason)
	get_tree().quit()

func tell(line: String) -> void:
	print(line)
	lines.append(line)
	if lines.size() > 6:
		lines.pop_front()

func _unhandled_key_input(event: InputEvent) -> void:
	var key := event as InputEventKey
	if not key.pressed:
		return
	if key.keycode == KEY_ENTER and typed != "":
		$Arena.chat.rpc_id(1, typed)
		typed = ""
	elif key.keycode == KEY_BACKSPACE:
		typed = typed.left(-1)
	elif key.unicode >= 32:
		typed += char(key.unicode)

func _draw() -> void:
	var font := ThemeDB.fallback_font
	for i in lines.size():
		draw_string(font, Vector2(12, 24 + 18 * i), lines[i], HORIZONTAL_ALIGNMENT_LEFT, -1, 14)
	draw_string(font, Vector2(12, 388), "> " + typed, HORIZONTAL_ALIGNMENT_LEFT, -1, 14)
