# A client of a server that sends everything back, over one kind of connection.
#   network.gd KIND PORT COUNT
# KIND: packets (PacketPeerStream over TCP), stream or big_endian (put_var over TCP), udp, websocket.
# in/values.bin: encoded values, each after a u32 length. The client sends each value and compares the
# value that comes back. Then it sends COUNT messages without waiting for each. In the middle of them,
# a second client of the same kind sends bytes that are not a value, and waits until the server
# disconnects it (except with datagrams). Finally the client sends a Dictionary to the server: "values"
# and "messages" are the numbers of values that came back equal before the first difference.
extends SceneTree

const PATIENCE := 60_000

class Link:
	func poll() -> void: pass
	func is_open() -> bool: return true
	func is_closed() -> bool: return false
	func put(_value: Variant) -> Error: return FAILED
	func count() -> int: return 0
	func take() -> Variant: return null
	func put_garbage() -> void: pass
	# The number of messages that are sent before the first one is back.
	func under_way() -> int: return 200

class Tcp extends Link:
	var tcp := StreamPeerTCP.new()

	func _init(port: int) -> void:
		tcp.connect_to_host("127.0.0.1", port)

	func poll() -> void: tcp.poll()
	func is_open() -> bool:
		if tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			return false
		tcp.set_no_delay(true)
		return true
	func is_closed() -> bool:
		return tcp.get_status() == StreamPeerTCP.STATUS_NONE or tcp.get_status() == StreamPeerTCP.STATUS_ERROR
	func put(value: Variant) -> Error:
		tcp.put_var(value)
		return OK
	func count() -> int: return 1 if tcp.get_available_bytes() >= 4 else 0
	func take() -> Variant: return tcp.get_var()
	func put_garbage() -> void:
		tcp.put_data("GET / HTTP/1.1\r\n\r\n".to_utf8_buffer())
		tcp.put_data("and more".to_utf8_buffer())

class Packets extends Tcp:
	var packets := PacketPeerStream.new()

	func _init(port: int) -> void:
		super(port)
		packets.stream_peer = tcp

	func put(value: Variant) -> Error: return packets.put_var(value)
	func count() -> int: return packets.get_available_packet_count()
	func take() -> Variant: return packets.get_var()

class Udp extends Link:
	var udp := PacketPeerUDP.new()

	func _init(port: int) -> void:
		udp.connect_to_host("127.0.0.1", port)

	func put(value: Variant) -> Error: return udp.put_var(value)
	func count() -> int: return udp.get_available_packet_count()
	func take() -> Variant: return udp.get_var()
	func is_closed() -> bool: return true
	# More bytes than the buffer of a socket would be lost.
	func under_way() -> int: return 20
	func put_garbage() -> void: udp.put_packet("no value".to_utf8_buffer())

class WebSocket extends Link:
	var socket := WebSocketPeer.new()

	func _init(port: int) -> void:
		socket.connect_to_url("ws://127.0.0.1:%d/game" % port)

	func poll() -> void: socket.poll()
	func is_open() -> bool:
		if socket.get_ready_state() != WebSocketPeer.STATE_OPEN:
			return false
		socket.set_no_delay(true)
		return true
	func is_closed() -> bool: return socket.get_ready_state() == WebSocketPeer.STATE_CLOSED
	func put(value: Variant) -> Error: return socket.put_var(value)
	func count() -> int: return socket.get_available_packet_count()
	func take() -> Variant: return socket.get_var()
	func put_garbage() -> void:
		socket.send("no value".to_utf8_buffer())
		socket.send("nor this".to_utf8_buffer())

var kind: String
var port: int
var quiet_since := 0

func link() -> Link:
	var made: Link
	match kind:
		"packets": made = Packets.new(port)
		"udp": made = Udp.new(port)
		"websocket": made = WebSocket.new(port)
		_:
			made = Tcp.new(port)
			made.tcp.big_endian = kind == "big_endian"
	wait(made, made.is_open)
	return made

# Waits for a condition; gives up after a long time without an event.
func wait(one: Link, holds: Callable) -> void:
	quiet_since = Time.get_ticks_msec()
	one.poll()
	while not holds.call():
		if Time.get_ticks_msec() - quiet_since > PATIENCE:
			printerr("waited too long for ", holds)
			OS.kill(OS.get_process_id())
		OS.delay_usec(50)
		one.poll()

func values() -> Array:
	var read := []
	var file := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while file.get_position() < file.get_length():
		read.append(bytes_to_var(file.get_buffer(file.get_32())))
	return read

func message(i: int) -> Variant:
	return {"n": i, "at": Vector3(i, 0, -i), "name": "player %d" % i}

# The number of values that come back equal before the first difference.
func exchange(one: Link, sent: Array, in_the_middle: Callable) -> int:
	var next := 0
	for back in sent.size():
		while next < sent.size() and next - back < one.under_way():
			var error := one.put(sent[next])
			if error != OK:
				return back
			next += 1
			if next == sent.size() / 2:
				in_the_middle.call()
		if one.count() == 0:
			wait(one, func() -> bool: return one.count() > 0)
		if var_to_bytes(one.take()) != var_to_bytes(sent[back]):
			return back
	return sent.size()

func throw_garbage() -> void:
	var other := link()
	other.put_garbage()
	wait(other, other.is_closed)

func run() -> void:
	var arguments := OS.get_cmdline_user_args()
	kind = arguments[0]
	port = int(arguments[1])
	var messages: Array = range(int(arguments[2])).map(message)
	var one := link()
	var all := values()
	var same := 0
	# One at a time, because some are as large as the buffers of the engine.
	for value in all:
		same += exchange(one, [value], func() -> void: pass)
	var verdict := {"values": same, "messages": exchange(one, messages, throw_garbage)}
	one.put(verdict)
	wait(one, func() -> bool: return one.count() > 0)

func _initialize() -> void:
	run()
	quit()
