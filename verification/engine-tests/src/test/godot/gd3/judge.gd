# As ../gd4/judge.gd, for Godot 3 (3.2 to 3.6). A rejected value ends the function that decodes.
extends SceneTree

const TypedJson = preload("typed_json.gd")

var answers = File.new()

func put(bytes):
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

func decode(bytes, objects):
	return [bytes2var(bytes, objects)]

func encode(value, objects):
	return var2bytes(value, objects)

func readable_form(value):
	return TypedJson.typed(value).to_utf8()

func or_none(bytes):
	return PoolByteArray() if bytes == null else bytes

func judge(bytes, objects, readable):
	var value = decode(bytes, objects)
	if value == null:
		for i in 3:
			put(PoolByteArray())
		return
	put(PoolByteArray([1]))
	put(or_none(encode(value[0], objects)))
	put(or_none(readable_form(value[0]) if readable else null))
	if value[0] is Node:
		value[0].free()

# Godot 3.2 has no flush().
func flush():
	if answers.has_method("flush"):
		answers.call("flush")
	else:
		answers.close()
		answers.open("res://out/answers.bin", File.READ_WRITE)
		answers.seek_end()

func run():
	answers.open("res://out/answers.bin", File.WRITE)
	var values = File.new()
	values.open("res://in/values.bin", File.READ)
	while values.get_position() < values.get_len():
		var size = values.get_32() - 1
		var how = values.get_8()
		printerr("@@judge")
		# An empty buffer cannot be read.
		judge(values.get_buffer(size) if size > 0 else PoolByteArray(), how & 1 != 0, how & 2 != 0)
		flush()
	values.close()
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run()
	quit()
