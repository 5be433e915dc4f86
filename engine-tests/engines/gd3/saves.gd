# As ../gd4/saves.gd, for Godot 3 (3.2 to 3.6).
extends SceneTree

const MODES = {"fastlz": File.COMPRESSION_FASTLZ, "deflate": File.COMPRESSION_DEFLATE,
	"zstd": File.COMPRESSION_ZSTD, "gzip": File.COMPRESSION_GZIP}

func key(digits):
	var bytes = PoolByteArray()
	for i in range(0, digits.length(), 2):
		bytes.append(("0x" + digits.substr(i, 2)).hex_to_int())
	return bytes

func open(path, flags, form, secret):
	var file = File.new()
	var error
	if form in MODES:
		error = file.open_compressed(path, flags, MODES[form])
	elif form == "pass":
		error = file.open_encrypted_with_pass(path, flags, secret)
	elif form == "key":
		error = file.open_encrypted(path, flags, key(secret))
	else:
		error = file.open(path, flags)
		file.endian_swap = form == "big_endian"
	return file if error == OK else null

func exchange(file_name, form, secret):
	var values = []
	var given = open("res://in/" + file_name, File.READ, form, secret)
	if given == null:
		return
	while given.get_position() < given.get_len():
		values.append(given.get_var())
	given.close()
	var read = File.new()
	read.open("res://out/" + file_name + ".values", File.WRITE)
	for value in values:
		var bytes = var2bytes(value)
		read.store_32(bytes.size())
		read.store_buffer(bytes)
	read.close()
	var written = open("res://out/" + file_name, File.WRITE, form, secret)
	for value in values:
		written.store_var(value)
	written.close()

func run():
	var list = File.new()
	list.open("res://in/list.txt", File.READ)
	for line in list.get_as_text().split("\n", false):
		var words = line.split(" ")
		exchange(words[0], words[1], words[2])
	list.close()

# An error ends only the function it happens in; the engine must quit all the same.
func _init():
	run()
	quit()
