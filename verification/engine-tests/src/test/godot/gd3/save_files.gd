# As ../gd4/save_files.gd, for Godot 3 (3.2 to 3.6), which has no IV.
extends SceneTree

var values = []
var values_from = ""

func from_hex(text):
	var bytes = PoolByteArray()
	for i in range(0, text.length(), 2):
		bytes.append(("0x" + text.substr(i, 2)).hex_to_int())
	return bytes

# null if it cannot be opened.
func opened(path, flags, carrier):
	var file = File.new()
	var error
	match carrier[0]:
		"open_compressed":
			error = file.open_compressed(path, flags, int(carrier[1]))
		"open_encrypted_with_pass":
			error = file.open_encrypted_with_pass(path, flags, from_hex(carrier[1]).get_string_from_utf8())
		"open_encrypted":
			error = file.open_encrypted(path, flags, from_hex(carrier[1]))
		_:
			error = file.open(path, flags)
	file.endian_swap = carrier[0] == "store_var" and carrier[1] == "big"
	return file if error == OK else null

func is_stream(carrier):
	return carrier[0] in ["put_var", "packets", "compress"]

func put(out, value):
	var bytes = var2bytes(value)
	out.store_32(bytes.size())
	out.store_buffer(bytes)

# FastLZ pads data to 16 bytes, and 3.2 also returns the padding.
func decompressed(bytes, size, mode):
	var plain = bytes.decompress(size, mode)
	return plain.subarray(0, size - 1) if plain.size() > size and plain.size() == 16 else plain

func read_stream(bytes, carrier, out):
	var stream = StreamPeerBuffer.new()
	stream.data_array = bytes
	if carrier[0] == "packets":
		var packets = PacketPeerStream.new()
		packets.stream_peer = stream
		while packets.get_available_packet_count() > 0:
			put(out, packets.get_var())
	else:
		stream.big_endian = carrier[1] == "big"
		while stream.get_available_bytes() > 0:
			put(out, stream.get_var())

func read(name, size, carrier):
	var file = opened("res://in/" + name, File.READ, carrier)
	if file == null:
		return
	var out = File.new()
	out.open("res://out/" + name, File.WRITE)
	if is_stream(carrier):
		var bytes = file.get_buffer(file.get_len())
		if carrier[0] == "compress":
			bytes = decompressed(bytes, size, int(carrier[1]))
		read_stream(bytes, carrier, out)
		return
	var last = -1
	while file.get_position() < file.get_len() and file.get_position() > last:
		last = file.get_position()
		put(out, Marshalls.base64_to_variant(file.get_line()) if carrier[0] == "base64" else file.get_var())

func written_stream(carrier):
	var stream = StreamPeerBuffer.new()
	if carrier[0] == "packets":
		var packets = PacketPeerStream.new()
		packets.stream_peer = stream
		for value in values:
			packets.put_var(value)
	else:
		stream.big_endian = carrier[1] == "big"
		for value in values:
			stream.put_var(value)
	return stream.data_array

func write(name, carrier):
	var file = opened("res://out/" + name, File.WRITE, carrier)
	if is_stream(carrier):
		var bytes = written_stream(carrier)
		file.store_buffer(bytes.compress(int(carrier[1])) if carrier[0] == "compress" else bytes)
	else:
		for value in values:
			if carrier[0] == "base64":
				file.store_line(Marshalls.variant_to_base64(value))
			else:
				file.store_var(value)
	file.close()

func read_values(name):
	values_from = name
	values = []
	var file = File.new()
	file.open("res://in/" + name, File.READ)
	while file.get_position() < file.get_len():
		values.append(bytes2var(file.get_buffer(file.get_32())))

func tail(words, from):
	var rest = []
	for i in range(from, words.size()):
		rest.append(words[i])
	return rest

func run():
	var jobs = File.new()
	jobs.open("res://in/jobs.txt", File.READ)
	for line in jobs.get_as_text().split("\n", false):
		var words = line.split(" ")
		if words[0] == "read":
			read(words[1], int(words[2]), tail(words, 3))
		else:
			if words[2] != values_from:
				read_values(words[2])
			write(words[1], tail(words, 3))

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run()
	quit()
