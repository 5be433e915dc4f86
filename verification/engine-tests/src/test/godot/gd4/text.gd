# Prints and parses values in the engine's text.
#   text.gd -- print   in/values.bin: encoded values; out/answers.bin: the text of each
#   text.gd -- parse   in/values.bin: texts in UTF-8; out/answers.bin: for each the encoded value; no bytes
#                      if the text is rejected (or if other text follows a null)
# in/values.bin and out/answers.bin: each part has a u32 length.
extends SceneTree

var answers: FileAccess

func put(bytes: PackedByteArray) -> void:
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

# For a rejected text, the engine returns null. It also returns null for #fff at the end of the text,
# because it does not find the end of the color.
func parse(text: String) -> PackedByteArray:
	var value = str_to_var(text)
	if value == null:
		var inside = str_to_var("[" + text + "\n]")
		if not inside is Array or inside.size() != 1 or inside[0] != null:
			return PackedByteArray()
	return var_to_bytes(value)

func run(args: PackedStringArray) -> void:
	answers = FileAccess.open("res://out/answers.bin", FileAccess.WRITE)
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while values.get_position() < values.get_length():
		var input := values.get_buffer(values.get_32())
		if args[0] == "print":
			put(var_to_str(bytes_to_var(input)).to_utf8_buffer())
		else:
			put(parse(input.get_string_from_utf8()))
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init() -> void:
	run(OS.get_cmdline_user_args())
	quit()
