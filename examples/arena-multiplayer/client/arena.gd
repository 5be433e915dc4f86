# The methods of both sides. The server reads their names from this file.
extends Node

@rpc("any_peer", "call_remote", "unreliable_ordered")
func move(_goal: Vector2) -> void:
	pass # the server answers it

@rpc("any_peer", "call_remote", "reliable")
func chat(_text: String) -> void:
	pass # the server answers it

@rpc("authority", "call_remote", "reliable")
func said(from: String, text: String) -> void:
	get_parent().tell("%s: %s" % [from, text])
