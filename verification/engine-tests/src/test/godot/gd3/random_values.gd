# As ../gd4/random_values.gd, for Godot 3 (3.2 to 3.6): values of all 27 types. For
# Godot 3, two dictionaries are always different keys. Each dictionary in a key contains a unique
# number, so that keys have different bytes too. 3.2 loses keys that contain a PoolRealArray with a NaN.
extends Reference

const DEEPEST = 5
const MOST_VALUES = 50
const TYPES = 27
const WORDS = ["", "a", "b", "id", "pos", "name", "items", "hp", "x/y", "a:b", "größe", "日本"]
const CODE_POINTS = [0x01, 0x09, 0x0a, 0x22, 0x5c, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffe, 0xffff, 0x10000, 0x1f600, 0x10ffff]
const INTS = [0, 1, -1, 127, 128, 255, 256, 65535, 65536, 2147483647, -2147483648, 2147483648, -2147483649, 4294967295,
	4294967296, 9007199254740993, 9223372036854775807, -9223372036854775807 - 1]
const HALVES = [0x80000000, 0x7ff00000, 0xfff00000, 0x7ff80000, 0xfff80001, 0x3ff00000, 0x36a00000, 0x36900000, 0x38100000, 0x47efffff, 0x47f00000, 0]

var random = RandomNumberGenerator.new()
var budget = 0
var keys_around = 0
var numbered = 0
var references = [Reference.new(), Resource.new(), EncodedObjectAsID.new()]
var node = Node.new()

func _init(random_seed):
	random.seed = random_seed

func free_objects():
	node.free()

func next():
	budget = MOST_VALUES
	return container(0) if one_in(4) else any(0)

func below(n):
	return random.randi_range(0, n - 1)

func one_in(n):
	return below(n) == 0

func one_of(list):
	return list[below(list.size())]

func any(depth):
	return container(depth) if one_in(8) else of_type(below(TYPES), depth)

func container(depth):
	return array(depth) if one_in(2) else dictionary(depth)

func integer():
	return one_of(INTS) if one_in(3) else ((random.randi() << 32) | random.randi()) >> below(64)

func integer32():
	return (random.randi() - 2147483648) >> below(32)

func number():
	var bits = StreamPeerBuffer.new()
	match below(8):
		0, 1:
			bits.put_u32(0 if one_in(2) else random.randi())
			bits.put_u32(one_of(HALVES))
			bits.seek(0)
			return bits.get_double()
		2, 3: return random.randi_range(-1000, 1000) / 100.0
		4: return float(random.randi_range(-100, 100))
		5:
			bits.put_u32(random.randi())
			bits.seek(0)
			return bits.get_float()
		6: return random.randf_range(-1, 1) * pow(2, below(60))
		_:
			bits.put_u32(random.randi())
			bits.put_u32(random.randi())
			bits.seek(0)
			return bits.get_double()

func character(c):
	if c < 0x80:
		return PoolByteArray([c]).get_string_from_ascii()
	if c < 0x800:
		return PoolByteArray([0xc0 | (c >> 6), 0x80 | (c & 63)]).get_string_from_utf8()
	if c < 0x10000:
		return PoolByteArray([0xe0 | (c >> 12), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63)]).get_string_from_utf8()
	return PoolByteArray([0xf0 | (c >> 18), 0x80 | ((c >> 12) & 63), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63)]).get_string_from_utf8()

func text():
	var s = one_of(WORDS)
	if one_in(2):
		for i in (random.randi_range(30, 300) if one_in(20) else random.randi_range(1, 12)):
			s += character(code_point())
	return s

func code_point():
	match below(5):
		0, 1: return random.randi_range(0x20, 0x7e)
		2: return random.randi_range(0x80, 0xd7ff)
		3: return random.randi_range(0x10000, 0x10ffff)
		_: return one_of(CODE_POINTS)

func vector2(): return Vector2(number(), number())
func vector3(): return Vector3(number(), number(), number())
func color(): return Color(number(), number(), number(), number())
func basis(): return Basis(vector3(), vector3(), vector3())

# Not the path "/", which the engine writes but does not read.
func node_path():
	var path = "/" if one_in(2) else ""
	for i in below(4):
		path += text().replace(":", "") + "/"
	for i in (random.randi_range(1, 3) if one_in(3) else 0):
		path += ":" + (text() + "p").replace(":", "")
	var parsed = NodePath(path)
	return parsed if parsed.get_name_count() + parsed.get_subname_count() > 0 else NodePath("")

func object():
	return [null, node, references[0], references[1], references[2]][below(5)]

func size(depth):
	if depth >= DEEPEST or budget <= 0:
		return 0
	match below(8):
		0: return 0
		1, 2, 3, 4: return random.randi_range(1, 3)
		5, 6: return random.randi_range(4, 11)
		_: return random.randi_range(12, 39) if one_in(2) else 1

func array(depth):
	var list = []
	for i in size(depth):
		list.append(any(depth + 1))
	return list

func dictionary(depth):
	var pairs = {}
	if keys_around > 0:
		numbered += 1
		pairs["number"] = numbered
	for i in size(depth):
		keys_around += 1
		var k = key(depth)
		keys_around -= 1
		pairs[k] = any(depth + 1)
	return pairs

func key(depth):
	match below(6):
		0, 1, 2: return text()
		3: return random.randi_range(-2, 9)
		4: return number()
		_: return any(depth + 1)

func packed_size():
	match below(10):
		0: return 0
		1: return random.randi_range(9, 60)
		_: return random.randi_range(1, 8)

func of_type(type, depth):
	budget -= 1
	match type:
		TYPE_NIL: return null
		TYPE_BOOL: return one_in(2)
		TYPE_INT: return integer()
		TYPE_REAL: return number()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_VECTOR3: return vector3()
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_PLANE: return Plane(number(), number(), number(), number())
		TYPE_QUAT: return Quat(number(), number(), number(), number())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return basis()
		TYPE_TRANSFORM: return Transform(basis(), vector3())
		TYPE_COLOR: return color()
		TYPE_NODE_PATH: return node_path()
		TYPE_RID: return references[1].get_rid() if one_in(2) else RID()
		TYPE_OBJECT: return object()
		TYPE_DICTIONARY: return dictionary(depth)
		TYPE_ARRAY: return array(depth)
	var list = []
	for i in packed_size():
		match type:
			TYPE_RAW_ARRAY: list.append(below(256))
			TYPE_INT_ARRAY: list.append(integer32())
			TYPE_REAL_ARRAY: list.append(float(integer32()) if keys_around > 0 else number())
			TYPE_STRING_ARRAY: list.append(text())
			TYPE_VECTOR2_ARRAY: list.append(vector2())
			TYPE_VECTOR3_ARRAY: list.append(vector3())
			TYPE_COLOR_ARRAY: list.append(color())
	match type:
		TYPE_RAW_ARRAY: return PoolByteArray(list)
		TYPE_INT_ARRAY: return PoolIntArray(list)
		TYPE_REAL_ARRAY: return PoolRealArray(list)
		TYPE_STRING_ARRAY: return PoolStringArray(list)
		TYPE_VECTOR2_ARRAY: return PoolVector2Array(list)
		TYPE_VECTOR3_ARRAY: return PoolVector3Array(list)
		TYPE_COLOR_ARRAY: return PoolColorArray(list)
