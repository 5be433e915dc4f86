# Random values of all 39 types. The seed selects the values, except for the ids of objects.
# No two keys of a dictionary have the same bytes: as a key, a callable is always empty.
extends RefCounted

const DEEPEST := 5
const MOST_VALUES := 50
const WORDS := ["", "a", "b", "id", "pos", "name", "items", "hp", "x/y", "a:b", "größe", "日本"]
const CODE_POINTS := [0x01, 0x09, 0x0a, 0x22, 0x5c, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffe, 0xffff, 0x10000, 0x1f600, 0x10ffff]
const INTS := [0, 1, -1, 127, 128, 255, 256, 65535, 65536, 2147483647, -2147483648, 2147483648, -2147483649, 4294967295,
	4294967296, 9007199254740993, 9223372036854775807, -9223372036854775807 - 1]
const HALVES := [0x80000000, 0x7ff00000, 0xfff00000, 0x7ff80000, 0xfff80001, 0x3ff00000, 0x36a00000, 0x36900000, 0x38100000, 0x47efffff, 0x47f00000, 0]

var random := RandomNumberGenerator.new()
var budget := 0
var keys_around := 0
var references := [RefCounted.new(), Resource.new(), EncodedObjectAsID.new()]
var node := Node.new()

func _init(random_seed: int) -> void:
	random.seed = random_seed

func free_objects() -> void:
	node.free()

func next():
	budget = MOST_VALUES
	return container(0) if one_in(4) else any(0)

func below(n: int) -> int:
	return random.randi_range(0, n - 1)

func one_in(n: int) -> bool:
	return below(n) == 0

func one_of(list: Array):
	return list[below(list.size())]

func any(depth: int):
	return container(depth) if one_in(8) else of_type(below(TYPE_MAX), depth)

func container(depth: int):
	return array(depth) if one_in(2) else dictionary(depth)

func integer() -> int:
	return one_of(INTS) if one_in(3) else ((random.randi() << 32) | random.randi()) >> below(64)

func integer32() -> int:
	return wrapi(integer(), -2147483648, 2147483648) if one_in(4) else (random.randi() - 2147483648) >> below(32)

func number() -> float:
	var bits := PackedByteArray()
	bits.resize(8)
	match below(8):
		0, 1:
			bits.encode_u32(4, one_of(HALVES))
			bits.encode_u32(0, 0 if one_in(2) else random.randi())
			return bits.decode_double(0)
		2, 3: return random.randi_range(-1000, 1000) / 100.0
		4: return random.randi_range(-100, 100)
		5:
			bits.encode_u32(0, random.randi())
			return bits.decode_float(0)
		6: return random.randf_range(-1, 1) * pow(2, below(60))
		_:
			bits.encode_s64(0, (random.randi() << 32) | random.randi())
			return bits.decode_double(0)

func text() -> String:
	var s: String = one_of(WORDS)
	if one_in(2):
		for i in (random.randi_range(30, 300) if one_in(20) else random.randi_range(1, 12)):
			s += String.chr(code_point())
	return s

func code_point() -> int:
	match below(5):
		0, 1: return random.randi_range(0x20, 0x7e)
		2: return random.randi_range(0x80, 0xd7ff)
		3: return random.randi_range(0x10000, 0x10ffff)
		_: return one_of(CODE_POINTS)

func vector2() -> Vector2: return Vector2(number(), number())
func vector3() -> Vector3: return Vector3(number(), number(), number())
func vector4() -> Vector4: return Vector4(number(), number(), number(), number())
func color() -> Color: return Color(number(), number(), number(), number())
func vector2i() -> Vector2i: return Vector2i(integer32(), integer32())
func basis() -> Basis: return Basis(vector3(), vector3(), vector3())

func node_path() -> NodePath:
	var path := "/" if one_in(2) else ""
	for i in below(4):
		path += text().replace(":", "") + "/"
	for i in (random.randi_range(1, 3) if one_in(3) else 0):
		path += ":" + (text() + "p").replace(":", "")
	return NodePath(path)

func object() -> Object:
	return [null, node, references[0], references[1], references[2]][below(5)]

func callable() -> Callable:
	return Callable() if keys_around > 0 else [Callable(), Callable(node, "get_name"), func(): return 1][below(3)]

func signal_of_something() -> Signal:
	return [Signal(), Signal(node, "ready"), Signal(references[1], text())][below(3)]

func size(depth: int) -> int:
	if depth >= DEEPEST or budget <= 0:
		return 0
	match below(8):
		0: return 0
		1, 2, 3, 4: return random.randi_range(1, 3)
		5, 6: return random.randi_range(4, 11)
		_: return random.randi_range(12, 39) if one_in(2) else 1

func array(depth: int) -> Array:
	var type := element_type()
	var list := []
	for i in size(depth):
		list.append(element(type, depth))
	return list if type[0] == TYPE_NIL else Array(list, type[0], type[1], null)

func dictionary(depth: int) -> Dictionary:
	var key_type := element_type()
	var value_type := element_type()
	var pairs := {}
	for i in size(depth):
		keys_around += 1
		var k = key(depth) if key_type[0] == TYPE_NIL else element(key_type, depth)
		keys_around -= 1
		pairs[k] = element(value_type, depth)
	if key_type[0] == TYPE_NIL and value_type[0] == TYPE_NIL:
		return pairs
	return Dictionary(pairs, key_type[0], key_type[1], null, value_type[0], value_type[1], null)

func key(depth: int):
	match below(6):
		0, 1: return text()
		2: return StringName(text())
		3: return random.randi_range(-2, 9)
		4: return number()
		_: return any(depth + 1)

# Built-in type and class name; the type is Nil for any type. Objects have a class: without a class,
# the engine reads another element type than it writes.
func element_type() -> Array:
	if not one_in(3):
		return [TYPE_NIL, &""]
	var type := below(TYPE_MAX)
	return [type, &"Object" if type == TYPE_OBJECT else &""]

func element(type: Array, depth: int):
	return any(depth + 1) if type[0] == TYPE_NIL else of_type(type[0], depth + 1)

func packed_size() -> int:
	match below(10):
		0: return 0
		1: return random.randi_range(9, 60)
		_: return random.randi_range(1, 8)

func of_type(type: int, depth: int):
	budget -= 1
	match type:
		TYPE_NIL: return null
		TYPE_BOOL: return one_in(2)
		TYPE_INT: return integer()
		TYPE_FLOAT: return number()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_VECTOR2I: return vector2i()
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_RECT2I: return Rect2i(vector2i(), vector2i())
		TYPE_VECTOR3: return vector3()
		TYPE_VECTOR3I: return Vector3i(integer32(), integer32(), integer32())
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_VECTOR4: return vector4()
		TYPE_VECTOR4I: return Vector4i(integer32(), integer32(), integer32(), integer32())
		TYPE_PLANE: return Plane(number(), number(), number(), number())
		TYPE_QUATERNION: return Quaternion(number(), number(), number(), number())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return basis()
		TYPE_TRANSFORM3D: return Transform3D(basis(), vector3())
		TYPE_PROJECTION: return Projection(vector4(), vector4(), vector4(), vector4())
		TYPE_COLOR: return color()
		TYPE_STRING_NAME: return StringName(text())
		TYPE_NODE_PATH: return node_path()
		TYPE_RID: return rid_from_int64(integer())
		TYPE_OBJECT: return object()
		TYPE_CALLABLE: return callable()
		TYPE_SIGNAL: return signal_of_something()
		TYPE_DICTIONARY: return dictionary(depth)
		TYPE_ARRAY: return array(depth)
	var list := []
	for i in packed_size():
		match type:
			TYPE_PACKED_BYTE_ARRAY: list.append(below(256))
			TYPE_PACKED_INT32_ARRAY: list.append(integer32())
			TYPE_PACKED_INT64_ARRAY: list.append(integer())
			TYPE_PACKED_FLOAT32_ARRAY, TYPE_PACKED_FLOAT64_ARRAY: list.append(number())
			TYPE_PACKED_STRING_ARRAY: list.append(text())
			TYPE_PACKED_VECTOR2_ARRAY: list.append(vector2())
			TYPE_PACKED_VECTOR3_ARRAY: list.append(vector3())
			TYPE_PACKED_COLOR_ARRAY: list.append(color())
			TYPE_PACKED_VECTOR4_ARRAY: list.append(vector4())
	return type_convert(list, type)
