# Moves with the arrow keys, or in a circle without a window. Enter sends the text.
#   godot --path . -- --url=ws://127.0.0.1:4243/arena --token=apple --say=hello --seconds=5
extends Node2D

const Link := preload("link.gd")
const COLORS: Array[Color] = [Color.TOMATO, Color.SKY_BLUE, Color.GOLD, Color.LIGHT_GREEN]
const SENDS_A_SECOND := 20.0

var options := {"url": "tcp://127.0.0.1:4242", "token": "apple", "say": "", "seconds": "0"}
var link: Link
var me := ""
var position_of_me := Vector2(320, 200)
var players := {}
var lines: Array[String] = []
var typed := ""
var until_next := 0.0
var age := 0.0
var logged_in := false

func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=", true, 1)
		options[parts[0]] = parts[1]
	link = Link.new(options["url"])

func _process(delta: float) -> void:
	age += delta
	if float(options["seconds"]) > 0 and age > float(options["seconds"]):
		tell("the time is over, %d players" % players.size())
		get_tree().quit()
	var open := link.is_open()
	if open and not logged_in:
		logged_in = true
		link.send({"type": "login", "token": options["token"]})
	for message in link.received() if logged_in else []:
		take(message)
	if link.is_closed():
		if link.reason() != "":
			tell("kicked: %s" % link.reason())
		tell("the connection is closed")
		get_tree().quit()
	if me != "":
		move(delta)
		until_next -= delta
		if until_next <= 0 and open:
			until_next = 1 / SENDS_A_SECOND
			link.send({"type": "move", "position": position_of_me})
	queue_redraw()

# For a new type of message, add a branch here and one in the server's switch.
func take(message: Dictionary) -> void:
	match message.get("type"):
		"welcome":
			me = message["name"]
			tell("welcome, %s" % me)
			if options["say"] != "":
				link.send({"type": "chat", "text": options["say"]})
		"positions":
			players = message["players"]
		"chat":
			tell("%s: %s" % [message["from"], message["text"]])
		"kick":
			tell("kicked: %s" % message["reason"])

func move(delta: float) -> void:
	if DisplayServer.get_name() == "headless" or options.has("circle"):
		position_of_me = Vector2(320, 200) + Vector2.from_angle(age * 2 + me.hash() % 6) * (80 + me.hash() % 60)
	else:
		position_of_me += Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down") * 200 * delta

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
		link.send({"type": "chat", "text": typed})
		typed = ""
	elif key.keycode == KEY_BACKSPACE:
		typed = typed.left(-1)
	elif key.unicode >= 32:
		typed += char(key.unicode)

func _draw() -> void:
	var font := ThemeDB.fallback_font
	for player: String in players:
		draw_circle(players[player], 14, COLORS[player.hash() % COLORS.size()])
		draw_string(font, players[player] + Vector2(-20, -20), player)
	for i in lines.size():
		draw_string(font, Vector2(12, 24 + 18 * i), lines[i], HORIZONTAL_ALIGNMENT_LEFT, -1, 14)
	draw_string(font, Vector2(12, 388), "> " + typed, HORIZONTAL_ALIGNMENT_LEFT, -1, 14)
