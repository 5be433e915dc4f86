# A client of ENet that sends a large packet and small ones in each transfer mode, and waits until
# they come back. On loopback no datagram is lost.
#   enet.gd port=N compression=MODE
extends SceneTree

const SMALL = 50
const PATIENCE = 30000

var options = {}
var peer = NetworkedMultiplayerENet.new()
var back = {}

func come_back(packets):
	var since = OS.get_ticks_msec()
	while back.size() < packets:
		if OS.get_ticks_msec() - since > PATIENCE:
			print("> only ", back.size(), " packets came back")
			return
		OS.delay_msec(2)
		peer.poll()
		while peer.get_available_packet_count() > 0:
			back[peer.get_packet()] = true

func run():
	for argument in OS.get_cmdline_args():
		if "=" in argument:
			options[argument.split("=")[0]] = argument.split("=")[1]
	peer.compression_mode = int(options.compression)
	peer.create_client("127.0.0.1", int(options.port))
	while peer.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		OS.delay_msec(2)
		peer.poll()
	peer.set_target_peer(1)
	var large = PoolByteArray()
	for i in 100000:
		large.append(65 + (i * 7 / 5) % 23)
	peer.transfer_mode = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE
	peer.put_packet(large)
	come_back(1)
	print("> the large packet is the same: ", back.has(large))
	for i in SMALL:
		for mode in 3:
			peer.transfer_mode = mode
			peer.put_packet(("packet %d in mode %d aaaaaaaaaaaaaaaa" % [i, mode]).to_ascii())
		peer.poll()
		OS.delay_msec(2)
	come_back(1 + 3 * SMALL)
	print("> ", back.size(), " packets came back")
	peer.close_connection()

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run()
	quit()
