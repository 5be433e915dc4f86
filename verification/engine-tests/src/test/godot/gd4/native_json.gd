# Reads and writes native JSON. in/values.bin: encoded values; in/texts.bin: JSON. out/read.bin: for
# each text its encoded value. out/written.bin: for each value its JSON twice, with the defaults of
# JSON.stringify and with full precision. out/again.bin: for each value the encoded value that its JSON
# with full precision has. Each part has a u32 length. Objects are allowed.
extends SceneTree

func put(out: FileAccess, bytes: PackedByteArray) -> void:
	out.store_32(bytes.size())
	out.store_buffer(bytes)

func read() -> void:
	var texts := FileAccess.open("res://in/texts.bin", FileAccess.READ)
	var out := FileAccess.open("res://out/read.bin", FileAccess.WRITE)
	while texts.get_position() < texts.get_length():
		var text := texts.get_buffer(texts.get_32()).get_string_from_utf8()
		put(out, var_to_bytes_with_objects(JSON.to_native(JSON.parse_string(text), true)))

func write() -> void:
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	var out := FileAccess.open("res://out/written.bin", FileAccess.WRITE)
	var again := FileAccess.open("res://out/again.bin", FileAccess.WRITE)
	while values.get_position() < values.get_length():
		var json = JSON.from_native(bytes_to_var_with_objects(values.get_buffer(values.get_32())), true)
		put(out, JSON.stringify(json).to_utf8_buffer())
		var full := JSON.stringify(json, "", true, true)
		put(out, full.to_utf8_buffer())
		put(again, var_to_bytes_with_objects(JSON.to_native(JSON.parse_string(full), true)))

# An error ends only the current function, and the engine must quit in any case.
func _init() -> void:
	read()
	write()
	quit()
