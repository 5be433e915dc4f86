# A synchronizer with an RPC method, like the input of a player that jumps.
extends MultiplayerSynchronizer

@rpc("any_peer", "call_remote", "reliable")
func jump() -> void:
	get_tree().world.r1.rpc_id(multiplayer.get_remote_sender_id(), "jumped")
