# A player. The server spawns it, and its synchronizer receives its properties from the server.
extends Node2D

const COLORS: Array[Color] = [Color.TOMATO, Color.SKY_BLUE, Color.GOLD, Color.LIGHT_GREEN]

var label := ""
var hits := 0:
	set(value):
		hits = value
		if hits > 0 and is_inside_tree():
			print("%s was hit %d" % [label, hits])

func _ready() -> void:
	print("unit of %s" % label)

func _exit_tree() -> void:
	print("unit of %s is gone" % label)

func _process(_delta: float) -> void:
	queue_redraw()

func _draw() -> void:
	draw_circle(Vector2.ZERO, 14, COLORS[label.hash() % COLORS.size()])
	draw_string(ThemeDB.fallback_font, Vector2(-20, -20), "%s %d" % [label, hits])
