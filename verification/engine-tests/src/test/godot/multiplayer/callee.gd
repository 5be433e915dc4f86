# A node that tells who calls it, with what. It has no method for that.
extends Node

func took(method: String, arguments: Array) -> void:
	get_tree().called(self, method, multiplayer.get_remote_sender_id(), arguments)
