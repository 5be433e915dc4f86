# The common part of a client and a server: nodes with RPC methods, and a line of output for each event.
# Arguments: name=value; stage=units and stage=flag add replicated nodes
extends SceneTree

var options := {}
var api: SceneMultiplayer
var world: Node
var stage: Node

func _initialize() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.split("=", true, 1)
		options[parts[0]] = parts[1]
	api = get_multiplayer()
	world = added(options.get("world", "world.gd"), "World", root)
	added("world.gd", "Straße 7", world)
	if options.has("stage"):
		stage = added("stage.gd", "Stage", world)
	api.peer_connected.connect(func(id): heard("peer_connected %d" % id))
	api.peer_disconnected.connect(func(id): heard("peer_disconnected %d" % id))
	api.peer_packet.connect(sent)
	begin.call_deferred()

func added(script: String, name: String, parent: Node) -> Node:
	var node: Node = load("res://" + script).new()
	node.name = name
	parent.add_child(node)
	return node

func heard(what: String) -> void:
	print("> ", what)

func begin() -> void:
	pass

# Is called for each RPC of a node.
func called(_node: Node, _method: String, _sender: int, _arguments: Array) -> void:
	pass

func sent(_sender: int, _bytes: PackedByteArray) -> void:
	pass
