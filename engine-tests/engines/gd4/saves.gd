# Reads files of values and writes others like them.
#   saves.gd
# in/list.txt has a line for each file: its name, its form, and the password or key (hexadecimal digits)
# or "-". The form is store_var, big_endian, fastlz, deflate, zstd, gzip, brotli, pass or key.
# out/NAME.values: what was read, for each value a u32 length and its bytes. out/NAME: the same values,
# stored in the same form; Brotli cannot be stored.
extends SceneTree

const MODES := {"fastlz": FileAccess.COMPRESSION_FASTLZ, "deflate": FileAccess.COMPRESSION_DEFLATE,
	"zstd": FileAccess.COMPRESSION_ZSTD, "gzip": FileAccess.COMPRESSION_GZIP, "brotli": FileAccess.COMPRESSION_BROTLI}

func open(path: String, flags: int, form: String, secret: String) -> FileAccess:
	if form in MODES:
		return FileAccess.open_compressed(path, flags, MODES[form])
	if form == "pass":
		return FileAccess.open_encrypted_with_pass(path, flags, secret)
	if form == "key":
		return FileAccess.open_encrypted(path, flags, secret.hex_decode())
	var file := FileAccess.open(path, flags)
	file.big_endian = form == "big_endian"
	return file

func exchange(file_name: String, form: String, secret: String) -> void:
	var values := []
	var given := open("res://in/" + file_name, FileAccess.READ, form, secret)
	if given == null:
		return
	while given.get_position() < given.get_length():
		values.append(given.get_var())
	given.close()
	var read := FileAccess.open("res://out/" + file_name + ".values", FileAccess.WRITE)
	for value in values:
		var bytes := var_to_bytes(value)
		read.store_32(bytes.size())
		read.store_buffer(bytes)
	read.close()
	if form != "brotli":
		var written := open("res://out/" + file_name, FileAccess.WRITE, form, secret)
		for value in values:
			written.store_var(value)
		written.close()

func run() -> void:
	for line in FileAccess.get_file_as_string("res://in/list.txt").split("\n", false):
		var words := line.split(" ")
		exchange(words[0], words[1], words[2])

# An error ends only the function it happens in; the engine must quit all the same.
func _init() -> void:
	run()
	quit()
