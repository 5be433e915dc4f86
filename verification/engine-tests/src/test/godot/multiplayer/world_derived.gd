# Methods of a base script, methods of this script, and methods of rpc_config.
extends "res://world_base.gd"

@rpc("any_peer") func a_first(a): took("a_first", [a])
@rpc("any_peer") func of_both(a): took("of_both", [a])
@rpc("any_peer") func twice(a): took("twice", [a])
func zz_configured(a): took("zz_configured", [a])
func configured(a): took("configured", [a])
func disabled(a): took("disabled", [a])

func _ready() -> void:
	for method in ["zz_configured", "configured", "twice"]:
		rpc_config(method, {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": 2, "call_local": false, "channel": 0})
	rpc_config("disabled", {"rpc_mode": MultiplayerAPI.RPC_MODE_DISABLED})
