# As ../gd4/exchange.gd, for Godot 3 (3.2 to 3.6). The text of a sample is always empty.
#   exchange.gd echo SAMPLE [objects]
#   exchange.gd make SAMPLE COUNT SEED
# A rejected value ends the function that decodes, so its result has no bytes.
extends SceneTree

const TypedJson = preload("typed_json.gd")
const RandomValues = preload("random_values.gd")

var answers = File.new()
var sample = 1
var count = 0

func put(bytes):
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)

# decoded: a list with the value that the engine reads from the bytes; null if it rejects them.
func answer(bytes, decoded):
	var json = PoolByteArray()
	if count % sample == 0 and decoded != null:
		json = TypedJson.typed(decoded[0]).to_utf8()
	put(bytes)
	put(json)
	put(PoolByteArray())
	count += 1

func decode(bytes):
	return [bytes2var(bytes)]

func decode_objects(bytes):
	return [bytes2var(bytes, true)]

func echo_objects():
	var values = File.new()
	values.open("res://in/values.bin", File.READ)
	while values.get_position() < values.get_len():
		var value = decode_objects(values.get_buffer(values.get_32()))
		answer(PoolByteArray() if value == null else var2bytes(value[0], true), value)
		if value != null and value[0] is Node:
			value[0].free()
	values.close()

func echo():
	var values = File.new()
	values.open("res://in/values.bin", File.READ)
	while values.get_position() < values.get_len():
		var value = decode(values.get_buffer(values.get_32()))
		answer(PoolByteArray() if value == null else var2bytes(value[0]), value)
	values.close()

func make(how_many, random_seed):
	var random = RandomValues.new(random_seed)
	while count < how_many:
		var bytes = var2bytes(random.next())
		answer(bytes, decode(bytes) if count % sample == 0 else null)
	random.free_objects()

func run(args):
	answers.open("res://out/answers.bin", File.WRITE)
	var words = []
	for arg in args:
		if words.size() > 0 or arg == "echo" or arg == "make":
			words.append(arg)
	sample = int(words[1])
	if words.size() == 3 and words[2] == "objects":
		echo_objects()
	elif words[0] == "echo":
		echo()
	else:
		make(int(words[2]), int(words[3]))
	answers.close()

# An error ends only the current function, and the engine must quit in any case.
func _init():
	run(OS.get_cmdline_args())
	quit()
