# A unit with a synchronizer, which prints its events.
extends Node2D

var label := "none"
var hp := 100
var mood := 1
var said: Vector2

func _ready() -> void:
	said = position
	$Sync.synchronized.connect(func():
		if position != said: # The position arrives repeatedly.
			said = position
			get_tree().heard("%s is at %s" % [name, position]))
	$Sync.delta_synchronized.connect(func(): get_tree().heard(state()))
	get_tree().heard("%s is ready: %s, at %s, hp %d, mood %d" % [name, label, position, hp, mood])

func state() -> String:
	return "%s has hp %d, mood %d" % [name, hp, mood]
