# Decodes and encodes values, or creates random values.
#   exchange.gd -- echo SAMPLE [objects]    the values of in/values.bin, decoded and encoded,
#                                           with full objects or only with ids
#   exchange.gd -- make SAMPLE COUNT SEED   COUNT random values, encoded
# in/values.bin: for each value a u32 length and its bytes. out/answers.bin: for each value its bytes,
# its typed JSON and its text, each after a u32 length; the last two are empty except for each
# SAMPLE-th value. Bytes that cannot be decoded result in null, values that cannot be encoded in no bytes.
extends SceneTree

const TypedJson = preload("typed_json.gd")
const RandomValues = preload("random_values.gd")

var answers: FileAccess
var sample := 1
var count := 0

func put(bytes: PackedByteArray) -> void:
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

# decoded: the value that the engine reads from the bytes.
func answer(bytes: PackedByteArray, decoded) -> void:
	var json := PackedByteArray()
	var text := PackedByteArray()
	if count % sample == 0:
		json = TypedJson.typed(decoded).to_utf8_buffer()
		text = var_to_str(decoded).to_utf8_buffer()
	put(bytes)
	put(json)
	put(text)
	count += 1

func echo_objects() -> void:
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while values.get_position() < values.get_length():
		var value = bytes_to_var_with_objects(values.get_buffer(values.get_32()))
		answer(var_to_bytes_with_objects(value), value)
		if value is Node:
			value.free()

func echo() -> void:
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	while values.get_position() < values.get_length():
		var value = bytes_to_var(values.get_buffer(values.get_32()))
		answer(var_to_bytes(value), value)

func make(how_many: int, random_seed: int) -> void:
	var random := RandomValues.new(random_seed)
	while count < how_many:
		var bytes := var_to_bytes(random.next())
		answer(bytes, bytes_to_var(bytes) if count % sample == 0 else null)
	random.free_objects()

func run(args: PackedStringArray) -> void:
	answers = FileAccess.open("res://out/answers.bin", FileAccess.WRITE)
	sample = int(args[1])
	if args.size() == 3 and args[2] == "objects":
		echo_objects()
	elif args[0] == "echo":
		echo()
	else:
		make(int(args[2]), int(args[3]))
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init() -> void:
	run(OS.get_cmdline_user_args())
	quit()
