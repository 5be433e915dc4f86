# As ../gd4/text.gd, for Godot 3 (3.2 to 3.6).
#   text.gd print
#   text.gd parse
extends SceneTree

var answers = File.new()

func put(bytes):
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

# For a rejected text, the engine returns the text as a String. A String in quotes never equals its text.
func parse(text):
	var value = str2var(text)
	if typeof(value) == TYPE_STRING and value == text:
		return PoolByteArray()
	return var2bytes(value)

func run(args):
	answers.open("res://out/answers.bin", File.WRITE)
	var printing = "print" in Array(args)
	var values = File.new()
	values.open("res://in/values.bin", File.READ)
	while values.get_position() < values.get_len():
		var input = values.get_buffer(values.get_32())
		if printing:
			put(var2str(bytes2var(input)).to_utf8())
		else:
			put(parse(input.get_string_from_utf8()))
	values.close()
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run(OS.get_cmdline_args())
	quit()
