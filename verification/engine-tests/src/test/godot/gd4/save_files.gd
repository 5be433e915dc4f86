# Reads and writes files of values. Each line of in/jobs.txt is a job:
#   read FILE SIZE CARRIER [ARGUMENT...]     the values of in/FILE
#   write FILE VALUES CARRIER [ARGUMENT...]  a file with the values of in/VALUES
#   wrap FILE INNER CARRIER [ARGUMENT...]    a file with the bytes of out/INNER
#   unwrap INNER FILE CARRIER [ARGUMENT...]  writes the bytes in in/FILE to in/INNER
# out/FILE gets the values that were read, and in/VALUES contains values: for each a u32 length and its
# bytes. If a file cannot be opened, out/FILE is not created. Carriers, with bytes in hex:
#   store_var big|little                  put_var big|little
#   open_compressed MODE                  packets
#   open_encrypted_with_pass PASSWORD     base64
#   open_encrypted KEY [IV]               compress MODE     of put_var, which makes SIZE bytes
extends SceneTree

var values := []
var values_from := ""

func opened(path: String, flags: FileAccess.ModeFlags, carrier: PackedStringArray) -> FileAccess:
	match carrier[0]:
		"open_compressed":
			return FileAccess.open_compressed(path, flags, int(carrier[1]))
		"open_encrypted_with_pass":
			return FileAccess.open_encrypted_with_pass(path, flags, carrier[1].hex_decode().get_string_from_utf8())
		"open_encrypted":
			if flags == FileAccess.WRITE and carrier.size() > 2:
				return FileAccess.open_encrypted(path, flags, carrier[1].hex_decode(), carrier[2].hex_decode())
			return FileAccess.open_encrypted(path, flags, carrier[1].hex_decode())
	var file := FileAccess.open(path, flags)
	file.big_endian = carrier[0] == "store_var" and carrier[1] == "big"
	return file

func is_stream(carrier: PackedStringArray) -> bool:
	return carrier[0] in ["put_var", "packets", "compress"]

func put(out: FileAccess, value) -> void:
	var bytes := var_to_bytes(value)
	out.store_32(bytes.size())
	out.store_buffer(bytes)

func read_stream(bytes: PackedByteArray, carrier: PackedStringArray, out: FileAccess) -> void:
	var stream := StreamPeerBuffer.new()
	stream.data_array = bytes
	if carrier[0] == "packets":
		var packets := PacketPeerStream.new()
		packets.stream_peer = stream
		while packets.get_available_packet_count() > 0:
			put(out, packets.get_var())
	else:
		stream.big_endian = carrier[1] == "big"
		while stream.get_available_bytes() > 0:
			put(out, stream.get_var())

func read(name: String, size: int, carrier: PackedStringArray) -> void:
	var file := opened("res://in/" + name, FileAccess.READ, carrier)
	if file == null:
		return
	var out := FileAccess.open("res://out/" + name, FileAccess.WRITE)
	if is_stream(carrier):
		var bytes := file.get_buffer(file.get_length())
		if carrier[0] == "compress":
			bytes = bytes.decompress(size, int(carrier[1]))
		read_stream(bytes, carrier, out)
		return
	var last := -1
	while file.get_position() < file.get_length() and file.get_position() > last:
		last = file.get_position()
		put(out, Marshalls.base64_to_variant(file.get_line()) if carrier[0] == "base64" else file.get_var())

func written_stream(carrier: PackedStringArray) -> PackedByteArray:
	var stream := StreamPeerBuffer.new()
	if carrier[0] == "packets":
		var packets := PacketPeerStream.new()
		packets.stream_peer = stream
		for value in values:
			packets.put_var(value)
	else:
		stream.big_endian = carrier[1] == "big"
		for value in values:
			stream.put_var(value)
	return stream.data_array

func write(name: String, carrier: PackedStringArray) -> void:
	var file := opened("res://out/" + name, FileAccess.WRITE, carrier)
	if is_stream(carrier):
		var bytes := written_stream(carrier)
		file.store_buffer(bytes.compress(int(carrier[1])) if carrier[0] == "compress" else bytes)
	else:
		for value in values:
			if carrier[0] == "base64":
				file.store_line(Marshalls.variant_to_base64(value))
			else:
				file.store_var(value)

func read_values(name: String) -> void:
	values_from = name
	values = []
	var file := FileAccess.open("res://in/" + name, FileAccess.READ)
	while file.get_position() < file.get_length():
		values.append(bytes_to_var(file.get_buffer(file.get_32())))

# A carrier inside another carrier.
func copy(from: FileAccess, to: FileAccess) -> void:
	to.store_buffer(from.get_buffer(from.get_length()))

func run() -> void:
	for line in FileAccess.get_file_as_string("res://in/jobs.txt").split("\n", false):
		var words := line.split(" ")
		if words[0] == "read":
			read(words[1], int(words[2]), words.slice(3))
		elif words[0] == "wrap":
			copy(FileAccess.open("res://out/" + words[2], FileAccess.READ), opened("res://out/" + words[1], FileAccess.WRITE, words.slice(3)))
		elif words[0] == "unwrap":
			copy(opened("res://in/" + words[2], FileAccess.READ, words.slice(3)), FileAccess.open("res://in/" + words[1], FileAccess.WRITE))
		else:
			if words[2] != values_from:
				read_values(words[2])
			write(words[1], words.slice(3))

# An error ends only the current function, and the engine must quit in any case.
func _init() -> void:
	run()
	quit()
