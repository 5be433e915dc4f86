# Sends remote calls from one node to another, over a connection of two lists of packets.
#   remote_calls.gd
# in/values.bin: for each call its arguments as an encoded Array, and a packet of another
# sender, each after a u32 length. out/answers.bin: for each call the packet that the engine sends,
# and the arguments that arrive with the other packet as an encoded Array, or no bytes if none arrive.
# The node and the method have the numbers 1 and 0 in packets.
extends SceneTree

class Peer extends MultiplayerPeerExtension:
	var id: int
	var other: Peer
	var inbox: Array[PackedByteArray] = []
	var sent: PackedByteArray

	func _get_packet_script() -> PackedByteArray: return inbox.pop_front()
	func _put_packet_script(packet: PackedByteArray) -> Error:
		sent = packet
		other.inbox.append(packet)
		return OK
	func _get_available_packet_count() -> int: return inbox.size()
	func _get_max_packet_size() -> int: return 1 << 24
	func _get_packet_channel() -> int: return 0
	func _get_packet_mode() -> MultiplayerPeer.TransferMode: return TRANSFER_MODE_RELIABLE
	func _get_packet_peer() -> int: return other.id
	func _set_transfer_channel(_channel: int) -> void: pass
	func _get_transfer_channel() -> int: return 0
	func _set_transfer_mode(_mode: MultiplayerPeer.TransferMode) -> void: pass
	func _get_transfer_mode() -> MultiplayerPeer.TransferMode: return TRANSFER_MODE_RELIABLE
	func _set_target_peer(_peer: int) -> void: pass
	func _is_server() -> bool: return id == 1
	func _poll() -> void: pass
	func _close() -> void: pass
	func _disconnect_peer(_peer: int, _force: bool) -> void: pass
	func _get_unique_id() -> int: return id
	func _set_refuse_new_connections(_refuse: bool) -> void: pass
	func _is_refusing_new_connections() -> bool: return false
	func _is_server_relay_supported() -> bool: return false
	func _get_connection_status() -> MultiplayerPeer.ConnectionStatus: return CONNECTION_CONNECTED

class Callee extends Node:
	const NOTHING := "no argument was passed"
	var received = null

	@rpc("any_peer", "call_remote", "reliable")
	func take(a = NOTHING, b = NOTHING, c = NOTHING, d = NOTHING) -> void:
		received = [a, b, c, d]
		while not received.is_empty() and typeof(received[-1]) == TYPE_STRING and received[-1] == NOTHING:
			received.pop_back()

var answers: FileAccess

func put(bytes: PackedByteArray) -> void:
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

func connected(id: int, place: String) -> Array:
	var peer := Peer.new()
	peer.id = id
	var branch := Node.new()
	branch.name = place
	root.add_child(branch)
	var multiplayer := SceneMultiplayer.new()
	set_multiplayer(multiplayer, NodePath("/root/" + place))
	var node := Callee.new()
	node.name = "N"
	branch.add_child(node)
	return [peer, multiplayer, node]

func run() -> void:
	var here := connected(1, "Here")
	var there := connected(2, "There")
	here[0].other = there[0]
	there[0].other = here[0]
	here[1].multiplayer_peer = here[0]
	there[1].multiplayer_peer = there[0]
	here[0].peer_connected.emit(2)
	there[0].peer_connected.emit(1)
	# The first call contains the path of the node; the answer assigns the number of the node.
	here[2].rpc_id(2, "take")
	for i in 3:
		there[1].poll()
		here[1].poll()

	answers = FileAccess.open("res://out/answers.bin", FileAccess.WRITE)
	var calls := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while calls.get_position() < calls.get_length():
		var arguments: Array = bytes_to_var(calls.get_buffer(calls.get_32()))
		var packet := calls.get_buffer(calls.get_32())
		here[2].rpc_id.callv([2, "take"] + arguments)
		put(here[0].sent)
		there[0].inbox.clear()
		there[2].received = null
		there[0].inbox.append(packet)
		there[1].poll()
		put(PackedByteArray() if there[2].received == null else var_to_bytes(there[2].received))
	answers.close()
	here[0].other = null
	there[0].other = null

func _initialize() -> void:
	run.call_deferred()
	quit.call_deferred()
