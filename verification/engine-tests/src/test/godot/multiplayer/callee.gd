# A node that reports its calls with the sender and the arguments. It has no RPC methods.
extends Node

func took(method: String, arguments: Array) -> void:
	get_tree().called(self, method, multiplayer.get_remote_sender_id(), arguments)
