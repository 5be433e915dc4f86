# Decodes bytes, which can be malformed.
# in/values.bin: for each input a u32 length, which includes the next byte; a byte with options; the bytes. Options:
# 1 decodes full objects, 2 also returns typed JSON, 3 does both. out/answers.bin: for each input one byte if it is accepted, otherwise none; the bytes that the
# engine encodes; typed JSON if requested. Each part has a u32 length. The file is flushed after each input, so that a
# crash loses one result only. A line "@@judge" precedes the messages of each input.
extends SceneTree

const TypedJson = preload("typed_json.gd")

var answers: FileAccess

func put(bytes: PackedByteArray) -> void:
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

func decode(bytes: PackedByteArray, objects: bool):
	return bytes_to_var_with_objects(bytes) if objects else bytes_to_var(bytes)

# A rejected value and a null have the same result, except inside an array.
func is_null(bytes: PackedByteArray, objects: bool) -> bool:
	return decode(PackedByteArray([TYPE_ARRAY, 0, 0, 0, 1, 0, 0, 0]) + bytes, objects) is Array

func judge(bytes: PackedByteArray, objects: bool, readable: bool) -> void:
	var value = decode(bytes, objects)
	if value == null and not is_null(bytes, objects):
		for i in 3:
			put(PackedByteArray())
		return
	put(PackedByteArray([1]))
	put(var_to_bytes_with_objects(value) if objects else var_to_bytes(value))
	put(TypedJson.typed(value).to_utf8_buffer() if readable else PackedByteArray())
	if value is Node:
		value.free()

func run() -> void:
	answers = FileAccess.open("res://out/answers.bin", FileAccess.WRITE)
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while values.get_position() < values.get_length():
		var size := values.get_32() - 1
		var how := values.get_8()
		printerr("@@judge")
		judge(values.get_buffer(size), how & 1 != 0, how & 2 != 0)
		answers.flush()
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init() -> void:
	run()
	quit()
