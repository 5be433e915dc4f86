# One more method, which changes the numbers of the later methods.
extends "res://world.gd"

@rpc("any_peer") func a(): took("a", [])
