# A connection to the arena: tcp://HOST:PORT, tls://HOST:PORT, ws://HOST:PORT/arena or wss://…
var tcp: StreamPeerTCP
var tls: StreamPeerTLS
var socket: WebSocketPeer
var packets: PacketPeer
var host: String

func _init(url: String) -> void:
	host = url.split("//")[1].split("/")[0].split(":")[0]
	if url.begins_with("ws"):
		socket = WebSocketPeer.new()
		packets = socket
		socket.connect_to_url(url)
		return
	tcp = StreamPeerTCP.new()
	tcp.connect_to_host(host, int(url.split(":")[2]))
	var stream := PacketPeerStream.new()
	stream.stream_peer = tcp
	packets = stream
	if url.begins_with("tls"):
		tls = StreamPeerTLS.new()
		stream.stream_peer = tls

func is_open() -> bool:
	if socket != null:
		socket.poll()
		if socket.get_ready_state() != WebSocketPeer.STATE_OPEN:
			return false
		socket.set_no_delay(true) # or an answer may wait for 40 ms
		return true
	tcp.poll()
	if tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		return false
	tcp.set_no_delay(true)
	if tls == null:
		return true
	if tls.get_status() == StreamPeerTLS.STATUS_DISCONNECTED:
		tls.connect_to_stream(tcp, host)
	tls.poll()
	return tls.get_status() == StreamPeerTLS.STATUS_CONNECTED

func is_closed() -> bool:
	if socket != null:
		return socket.get_ready_state() == WebSocketPeer.STATE_CLOSED
	if tls != null and tls.get_status() >= StreamPeerTLS.STATUS_ERROR:
		return true
	return tcp.get_status() in [StreamPeerTCP.STATUS_NONE, StreamPeerTCP.STATUS_ERROR]

# The last message of the server. A closed WebSocket has no messages.
func reason() -> String:
	return socket.get_close_reason() if socket != null else ""

func send(message: Dictionary) -> void:
	packets.put_var(message)

# The messages that have arrived, also after the server has closed the connection.
func received() -> Array[Dictionary]:
	var messages: Array[Dictionary] = []
	while packets.get_available_packet_count() > 0:
		var message: Variant = packets.get_var()
		if message is Dictionary:
			messages.append(message)
	return messages
