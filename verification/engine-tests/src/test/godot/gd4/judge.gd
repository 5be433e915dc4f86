# What the engine makes of bytes, malformed ones too.
# in/values.bin: for each input a u32 length and its bytes, after a first byte that says how to take them: 1 with full
# objects, 2 as typed JSON as well, 3 both. out/answers.bin: for each one byte if it is accepted, else none; what is
# written for it again; its typed JSON if asked for; each after a u32 length, and flushed, so that an engine that dies
# has given all answers but one. The messages: a line "@@judge" before those of each input.
extends SceneTree

const TypedJson = preload("typed_json.gd")

var answers: FileAccess

func put(bytes: PackedByteArray) -> void:
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

func decode(bytes: PackedByteArray, objects: bool):
	return bytes_to_var_with_objects(bytes) if objects else bytes_to_var(bytes)

# A refusal and a null look the same, but for those inside of an array.
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

# An error ends only the function it happens in; the engine must quit all the same.
func _init() -> void:
	run()
	quit()
