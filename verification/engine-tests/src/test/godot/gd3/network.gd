# As ../gd4/network.gd, for Godot 3 (3.2 to 3.6), over TCP only.
#   network.gd KIND PORT COUNT
extends SceneTree

const TypedJson = preload("typed_json.gd")

const UNDER_WAY = 200
const PATIENCE = 60000

class Tcp:
	var tcp = StreamPeerTCP.new()
	var packets = PacketPeerStream.new()
	var is_packets

	func _init(kind, port):
		is_packets = kind == "packets"
		tcp.big_endian = kind == "big_endian"
		tcp.connect_to_host("127.0.0.1", port)
		packets.stream_peer = tcp

	func is_open():
		if tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			return false
		tcp.set_no_delay(true)
		return true

	# Godot 3 notices it when it reads.
	func is_closed():
		if tcp.get_status() == StreamPeerTCP.STATUS_CONNECTED:
			tcp.get_partial_data(1)
		return tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED

	func put(value):
		if is_packets:
			packets.put_var(value)
		else:
			tcp.put_var(value)

	func has_some():
		if is_packets:
			return packets.get_available_packet_count() > 0
		return tcp.get_available_bytes() >= 4

	func take():
		return packets.get_var() if is_packets else tcp.get_var()

	func put_garbage():
		tcp.put_data("GET / HTTP/1.1\r\n\r\n".to_utf8())
		tcp.put_data("and more".to_utf8())

var kind
var port

func link():
	var made = Tcp.new(kind, port)
	wait(made, "is_open")
	return made

# Waits for a condition; gives up after a long time without an event.
func wait(one, holds):
	var since = OS.get_ticks_msec()
	while not one.call(holds):
		if OS.get_ticks_msec() - since > PATIENCE:
			printerr("waited too long until it ", holds)
			OS.kill(OS.get_process_id())
		OS.delay_usec(50)

func values():
	var read = []
	var file = File.new()
	file.open("res://in/values.bin", File.READ)
	while file.get_position() < file.get_len():
		read.append(bytes2var(file.get_buffer(file.get_32())))
	file.close()
	return read

func message(i):
	return {"n": i, "at": Vector3(i, 0, -i), "name": "player %d" % i}

# Compares the bytes, or the typed JSON if the bytes differ: this engine does not set the padding of
# node paths.
func is_same(a, b):
	return var2bytes(a) == var2bytes(b) or TypedJson.typed(a) == TypedJson.typed(b)

func exchange(one, sent):
	var next = 0
	for back in sent.size():
		while next < sent.size() and next - back < UNDER_WAY:
			one.put(sent[next])
			next += 1
			if sent.size() > 1 and next == sent.size() / 2:
				throw_garbage()
		wait(one, "has_some")
		if not is_same(one.take(), sent[back]):
			return back
	return sent.size()

func throw_garbage():
	var other = link()
	other.put_garbage()
	wait(other, "is_closed")

func run():
	var arguments = OS.get_cmdline_args()
	kind = arguments[2]
	port = int(arguments[3])
	var messages = []
	for i in int(arguments[4]):
		messages.append(message(i))
	var one = link()
	var same = 0
	for value in values():
		same += exchange(one, [value])
	one.put({"values": same, "messages": exchange(one, messages)})
	wait(one, "has_some")

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run()
	quit()
