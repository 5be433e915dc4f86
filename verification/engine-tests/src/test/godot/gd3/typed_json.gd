# As ../gd4/typed_json.gd, for Godot 3 (3.2 to 3.6).
extends Reference

const NAMES = ["Nil", "bool", "int", "float", "String", "Vector2", "Rect2", "Vector3", "Transform2D", "Plane", "Quat", "AABB",
	"Basis", "Transform", "Color", "NodePath", "RID", "Object", "Dictionary", "Array", "PoolByteArray", "PoolIntArray",
	"PoolRealArray", "PoolStringArray", "PoolVector2Array", "PoolVector3Array", "PoolColorArray"]

static func join(parts, sep):
	return PoolStringArray(parts).join(sep)

static func jstr(s):
	var out = PoolStringArray()
	var run = 0
	var n = s.length()
	var i = 0
	while i < n:
		var c = s.ord_at(i)
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
			var d = c - 0x10000
			out.append("\\u%04x\\u%04x" % [0xd800 + (d >> 10), 0xdc00 + (d & 0x3ff)])
		i += 1
		run = i
	if run < n:
		out.append(s.substr(run, n - run))
	return "\"" + out.join("") + "\""

static func hex(b, reverse = false):
	var out = PoolStringArray()
	var n = b.size()
	for i in n:
		out.append("%02x" % b[n - 1 - i if reverse else i])
	return out.join("")

static func f64(x):
	var p = StreamPeerBuffer.new()
	p.put_double(x)
	return hex(p.data_array, true)

static func f32(x):
	var p = StreamPeerBuffer.new()
	p.put_float(x)
	return hex(p.data_array, true)

static func reals(a):
	var p = []
	for x in a:
		p.append("\"" + f32(x) + "\"")
	return "[" + join(p, ",") + "]"

static func v2(v): return reals([v.x, v.y])
static func v3(v): return reals([v.x, v.y, v.z])

static func basis(b):
	return "{\"x\":%s,\"y\":%s,\"z\":%s}" % [v3(b.x), v3(b.y), v3(b.z)]

static func object(v):
	return "null" if v == null else "{\"id\":\"" + str(v.object_id) + "\"}"

static func typed(v):
	var t = typeof(v)
	var s = "null"
	var p = []
	match t:
		TYPE_NIL: pass
		TYPE_BOOL: s = "true" if v else "false"
		TYPE_INT: s = "\"" + str(v) + "\""
		TYPE_REAL: s = "\"" + f64(v) + "\""
		TYPE_STRING: s = jstr(v)
		TYPE_VECTOR2: s = v2(v)
		TYPE_VECTOR3: s = v3(v)
		TYPE_QUAT: s = reals([v.x, v.y, v.z, v.w])
		TYPE_RECT2: s = "{\"position\":%s,\"size\":%s}" % [v2(v.position), v2(v.size)]
		TYPE_TRANSFORM2D: s = "{\"x\":%s,\"y\":%s,\"origin\":%s}" % [v2(v.x), v2(v.y), v2(v.origin)]
		TYPE_PLANE: s = "{\"normal\":%s,\"d\":\"%s\"}" % [v3(v.normal), f32(v.d)]
		TYPE_AABB: s = "{\"position\":%s,\"size\":%s}" % [v3(v.position), v3(v.size)]
		TYPE_BASIS: s = basis(v)
		TYPE_TRANSFORM: s = "{\"basis\":%s,\"origin\":%s}" % [basis(v.basis), v3(v.origin)]
		TYPE_COLOR: s = reals([v.r, v.g, v.b, v.a])
		TYPE_NODE_PATH:
			var names = []
			for i in v.get_name_count(): names.append(jstr(v.get_name(i)))
			var subs = []
			for i in v.get_subname_count(): subs.append(jstr(v.get_subname(i)))
			s = "{\"names\":[%s],\"subnames\":[%s],\"absolute\":%s}" % [join(names, ","), join(subs, ","), "true" if (not v.is_empty() and v.is_absolute()) else "false"]
		TYPE_RID: s = "\"" + str(v.get_id()) + "\""
		TYPE_OBJECT: s = object(v)
		TYPE_DICTIONARY:
			for k in v:
				p.append("[%s,%s]" % [typed(k), typed(v[k])])
			s = "[" + join(p, ",") + "]"
		TYPE_RAW_ARRAY: s = "\"" + hex(v) + "\""
		_:
			for x in v:
				match t:
					TYPE_ARRAY: p.append(typed(x))
					TYPE_INT_ARRAY: p.append("\"" + str(x) + "\"")
					TYPE_REAL_ARRAY: p.append("\"" + f32(x) + "\"")
					TYPE_STRING_ARRAY: p.append(jstr(x))
					TYPE_VECTOR2_ARRAY: p.append(v2(x))
					TYPE_VECTOR3_ARRAY: p.append(v3(x))
					TYPE_COLOR_ARRAY: p.append(reals([x.r, x.g, x.b, x.a]))
			s = "[" + join(p, ",") + "]"
	return "{\"t\":\"%s\",\"v\":%s}" % [NAMES[t], s]
