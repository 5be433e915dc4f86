extends Node

@rpc("any_peer", "call_remote", "reliable")
func ask(_number): pass # runs on the server

@rpc("authority", "call_remote", "reliable")
func answer(number): print("the answer is ", number)

func _ready():
    var peer := WebSocketMultiplayerPeer.new()
    peer.create_client("ws://127.0.0.1:4242/game")
    multiplayer.multiplayer_peer = peer
    multiplayer.connected_to_server.connect(func(): ask.rpc_id(1, 41))
