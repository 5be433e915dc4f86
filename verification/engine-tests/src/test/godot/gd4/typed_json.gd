# The typed JSON form of a value: {"t": type, "v": value}, numbers as strings, floats as the hex digits
# of their bits. Written without Godot's own JSON class, which cannot carry NaN or 64-bit integers.
extends RefCounted

# A JSON string. Escapes all characters except printable ASCII; astral characters become a pair.
static func jstr(s: String) -> String:
	var out := PackedStringArray()
	var run := 0
	var n := s.length()
	var i := 0
	while i < n:
		var c := s.unicode_at(i)
		if c >= 32 and c < 127 and c != 34 and c != 92:
			i += 1
			continue
		if i > run:
			out.append(s.substr(run, i - run))
		if c == 34 or c == 92:
			out.append("\\" + s[i])
		elif c < 0x10000:
			out.append("\\u%04x" % c)
		else:
			var d := c - 0x10000
			out.append("\\u%04x\\u%04x" % [0xd800 + (d >> 10), 0xdc00 + (d & 0x3ff)])
		i += 1
		run = i
	if run < n:
		out.append(s.substr(run))
	return "\"" + "".join(out) + "\""

static func f64(x: float) -> String:
	var b := PackedByteArray()
	b.resize(8)
	b.encode_double(0, x)
	b.reverse()
	return b.hex_encode()

static func f32(x: float) -> String:
	var b := PackedByteArray()
	b.resize(4)
	b.encode_float(0, x)
	b.reverse()
	return b.hex_encode()

# A component of a vector: 64 bits in an engine built with precision=double, otherwise 32.
static func real(x: float) -> String:
	return f64(x) if Vector2(0.1, 0).x == 0.1 else f32(x)

static func reals(a: Array) -> String:
	var p := PackedStringArray()
	for x in a:
		p.append("\"" + real(x) + "\"")
	return "[" + ",".join(p) + "]"

static func f32s(a: Array) -> String:
	var p := PackedStringArray()
	for x in a:
		p.append("\"" + f32(x) + "\"")
	return "[" + ",".join(p) + "]"

static func ints(a: Array) -> String:
	var p := PackedStringArray()
	for x in a:
		p.append("\"%d\"" % x)
	return "[" + ",".join(p) + "]"

static func v2(v) -> String: return reals([v.x, v.y])
static func v3(v) -> String: return reals([v.x, v.y, v.z])
static func v4(v) -> String: return reals([v.x, v.y, v.z, v.w])

static func basis(b: Basis) -> String:
	return "{\"x\":%s,\"y\":%s,\"z\":%s}" % [v3(b.x), v3(b.y), v3(b.z)]

# The element type of a typed container: null, {"builtin":..}, {"class":..} or {"script":..}.
static func spec(bt: int, cls: StringName, scr) -> String:
	if bt == TYPE_NIL:
		return "null"
	if scr != null:
		return "{\"script\":%s,\"class\":%s}" % [jstr(scr.resource_path), jstr(cls)]
	if cls != &"":
		return "{\"class\":%s}" % jstr(cls)
	return "{\"builtin\":%s}" % jstr(type_string(bt))

# Objects are ids, as the engine decodes them.
static func object(v) -> String:
	return "null" if v == null else "{\"id\":\"%d\"}" % v.object_id

static func typed(v) -> String:
	var t := typeof(v)
	var s := "null"
	var extra := ""
	match t:
		TYPE_NIL: pass
		TYPE_BOOL: s = "true" if v else "false"
		TYPE_INT: s = "\"%d\"" % v
		TYPE_FLOAT: s = "\"" + f64(v) + "\""
		TYPE_STRING, TYPE_STRING_NAME: s = jstr(String(v))
		TYPE_VECTOR2: s = v2(v)
		TYPE_VECTOR3: s = v3(v)
		TYPE_VECTOR4, TYPE_QUATERNION: s = v4(v)
		TYPE_VECTOR2I: s = ints([v.x, v.y])
		TYPE_VECTOR3I: s = ints([v.x, v.y, v.z])
		TYPE_VECTOR4I: s = ints([v.x, v.y, v.z, v.w])
		TYPE_RECT2: s = "{\"position\":%s,\"size\":%s}" % [v2(v.position), v2(v.size)]
		TYPE_RECT2I: s = "{\"position\":%s,\"size\":%s}" % [ints([v.position.x, v.position.y]), ints([v.size.x, v.size.y])]
		TYPE_TRANSFORM2D: s = "{\"x\":%s,\"y\":%s,\"origin\":%s}" % [v2(v.x), v2(v.y), v2(v.origin)]
		TYPE_PLANE: s = "{\"normal\":%s,\"d\":\"%s\"}" % [v3(v.normal), real(v.d)]
		TYPE_AABB: s = "{\"position\":%s,\"size\":%s}" % [v3(v.position), v3(v.size)]
		TYPE_BASIS: s = basis(v)
		TYPE_TRANSFORM3D: s = "{\"basis\":%s,\"origin\":%s}" % [basis(v.basis), v3(v.origin)]
		TYPE_PROJECTION: s = "{\"x\":%s,\"y\":%s,\"z\":%s,\"w\":%s}" % [v4(v.x), v4(v.y), v4(v.z), v4(v.w)]
		TYPE_COLOR: s = f32s([v.r, v.g, v.b, v.a])
		TYPE_NODE_PATH:
			var names := PackedStringArray()
			for i in v.get_name_count(): names.append(jstr(v.get_name(i)))
			var subs := PackedStringArray()
			for i in v.get_subname_count(): subs.append(jstr(v.get_subname(i)))
			s = "{\"names\":[%s],\"subnames\":[%s],\"absolute\":%s}" % [",".join(names), ",".join(subs), "true" if v.is_absolute() else "false"]
		TYPE_RID: s = "\"%d\"" % v.get_id()
		TYPE_OBJECT: s = object(v)
		TYPE_CALLABLE: s = "null"
		TYPE_SIGNAL: s = "{\"name\":%s,\"object_id\":\"%d\"}" % [jstr(v.get_name()), v.get_object_id()]
		TYPE_DICTIONARY:
			var d := PackedStringArray()
			for k in v:
				d.append("[%s,%s]" % [typed(k), typed(v[k])])
			s = "[" + ",".join(d) + "]"
			extra = ",\"key\":%s,\"value\":%s" % [
				spec(v.get_typed_key_builtin(), v.get_typed_key_class_name(), v.get_typed_key_script()),
				spec(v.get_typed_value_builtin(), v.get_typed_value_class_name(), v.get_typed_value_script())]
		TYPE_ARRAY:
			var a := PackedStringArray()
			for x in v:
				a.append(typed(x))
			s = "[" + ",".join(a) + "]"
			extra = ",\"elem\":%s" % spec(v.get_typed_builtin(), v.get_typed_class_name(), v.get_typed_script())
		TYPE_PACKED_BYTE_ARRAY: s = "\"" + v.hex_encode() + "\""
		TYPE_PACKED_INT32_ARRAY, TYPE_PACKED_INT64_ARRAY: s = ints(Array(v))
		TYPE_PACKED_FLOAT32_ARRAY: s = f32s(Array(v))
		_:
			var p := PackedStringArray()
			for x in v:
				match t:
					TYPE_PACKED_FLOAT64_ARRAY: p.append("\"" + f64(x) + "\"")
					TYPE_PACKED_STRING_ARRAY: p.append(jstr(x))
					TYPE_PACKED_VECTOR2_ARRAY: p.append(v2(x))
					TYPE_PACKED_VECTOR3_ARRAY: p.append(v3(x))
					TYPE_PACKED_COLOR_ARRAY: p.append(f32s([x.r, x.g, x.b, x.a]))
					TYPE_PACKED_VECTOR4_ARRAY: p.append(v4(x))
			s = "[" + ",".join(p) + "]"
	return "{\"t\":\"%s\"%s,\"v\":%s}" % [type_string(t), extra, s]
