extends "res://callee.gd"

@rpc("any_peer") func of_base(a): took("of_base", [a])
@rpc("any_peer") func of_both(a): took("of_both of the base", [a])
