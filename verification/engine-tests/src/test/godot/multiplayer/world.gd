extends "callee.gd"

@rpc("any_peer") func r0(): took("r0", [])
@rpc("any_peer") func r1(a): took("r1", [a])
@rpc("any_peer") func r2(a, b): took("r2", [a, b])
@rpc("any_peer") func r3(a, b, c): took("r3", [a, b, c])
@rpc("any_peer") func r4(a, b, c, d): took("r4", [a, b, c, d])
@rpc("any_peer") func r5(a, b, c, d, e): took("r5", [a, b, c, d, e])
@rpc("any_peer") func r6(a, b, c, d, e, f): took("r6", [a, b, c, d, e, f])
@rpc("any_peer") func r7(a, b, c, d, e, f, g): took("r7", [a, b, c, d, e, f, g])
@rpc("any_peer") func r8(a, b, c, d, e, f, g, h): took("r8", [a, b, c, d, e, f, g, h])
@rpc("any_peer", "call_remote", "reliable") func kick_me(): took("kick_me", [])
@rpc("any_peer", "call_remote", "unreliable_ordered", 3)
func Größe(a): # in another channel
	took("Größe", [a])
@rpc("any_peer") func _under(a): took("_under", [a])
@rpc("authority") func only_the_server(a): took("only_the_server", [a])
func private(a): took("private", [a])
