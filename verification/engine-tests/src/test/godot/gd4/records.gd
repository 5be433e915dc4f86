# A dictionary with a value of each type that a component of a record can have.
#   records.gd make    out/answers.bin: the dictionary, after a u32 length
#   records.gd check   in/values.bin: the dictionary that a program changed, after a u32 length;
#                      out/answers.bin: the differences as text, after a u32 length
extends SceneTree

enum Mood {GOOD, BAD}

func made() -> Dictionary:
	var typed: Array[int] = [1, 2]
	var typed_map: Dictionary[String, Vector3] = {"a": Vector3(1, 2, 3)}
	return {
		"yes": true, "tiny": -128, "small": 300, "plain": 70000, "large": 1 << 40,
		"narrow": 0.5, "wide": 0.1, "letter": "ä", "text": "text €", "name": &"name",
		"vector2": Vector2(1, 2), "vector2i": Vector2i(1, -2), "vector3": Vector3(1, 2, 3), "vector3i": Vector3i(1, 2, -3),
		"vector4": Vector4(1, 2, 3, 4), "vector4i": Vector4i(1, 2, 3, -4), "rect2": Rect2(1, 2, 3, 4), "rect2i": Rect2i(1, 2, 3, 4),
		"plane": Plane(0, 1, 0, 5), "quaternion": Quaternion(0, 0, 0, 1), "aabb": AABB(Vector3(1, 2, 3), Vector3(1, 1, 1)),
		"basis": Basis(), "transform2d": Transform2D(), "transform3d": Transform3D(), "projection": Projection(),
		"color": Color(1, 0.5, 0.25), "node_path": NodePath("/root/a:b"), "any": [1, &"two"], "dictionary": {5: "five"},
		"place": Vector2(1.5, 2), "cell": Vector3i(1, 2, 3), "mood": "not so good", "number": Mood.BAD,
		"list": [1, 2, 3], "names": [&"a", &"b"], "places": [Vector3(1, 2, 3)], "unique": ["x", "y"],
		"map": {"a": 0.5}, "children": [{"id": 1}, {"id": 2, "children": [{"id": 3}]}],
		"figure": {"radius": 1.5, "kind": "circle"}, "box": {"value": Vector2(1, 2)},
		"bytes": PackedByteArray([1, 255]), "ints": PackedInt32Array([1, -1]), "longs": PackedInt64Array([1 << 40]),
		"floats": PackedFloat32Array([0.5]), "doubles": PackedFloat64Array([0.1]), "texts": PackedStringArray(["p"]),
		"track": PackedVector2Array([Vector2(1, 2)]), "typed": typed, "typed_map": typed_map,
		"nothing": null, "unknown_to_the_record": [Vector2i(7, 7)],
	}

func wanted() -> Dictionary:
	var all := made()
	all.erase("nothing")
	all["yes"] = false
	all["large"] = -(1 << 40)
	all["narrow"] = 0.25
	all["text"] = "changed ü"
	all["name"] = &"changed"
	all["vector3"] = Vector3(3, 2, 1)
	all["place"] = Vector2(2.5, 2)
	all["mood"] = "GOOD"
	all["number"] = Mood.GOOD
	all["list"] = [1, 2, 3, 4]
	all["map"] = {"a": 0.5, "b": 1.5}
	all["children"] = [{"id": 1, "children": []}, {"id": 2, "children": [{"id": 3, "children": []}]}, {"id": 4, "children": []}]
	all["figure"] = {"kind": "rectangle", "width": 1.0, "height": 2.0}
	all["ints"] = PackedInt32Array([1, -1, 7])
	all["track"] = PackedVector2Array([Vector2(1, 2), Vector2(3, 4)])
	all["added"] = "default"
	return all

func differences(found: Dictionary) -> String:
	var all := wanted()
	var text := ""
	for key in all:
		if not found.has(key):
			text += "%s is missing\n" % key
		elif typeof(found[key]) != typeof(all[key]) or var_to_str(found[key]) != var_to_str(all[key]):
			text += "%s is %s\n" % [key, var_to_str(found[key])]
	for key in found:
		if not all.has(key):
			text += "%s should not be there\n" % key
	return text

func put(bytes: PackedByteArray) -> void:
	var answers := FileAccess.open("res://out/answers.bin", FileAccess.WRITE)
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)
	answers.close()

func run(args: PackedStringArray) -> void:
	if "make" in args:
		put(var_to_bytes(made()))
		return
	var values := FileAccess.open("res://in/values.bin", FileAccess.READ)
	put(differences(bytes_to_var(values.get_buffer(values.get_32()))).to_utf8_buffer())

func _init() -> void:
	run(OS.get_cmdline_user_args())
	quit()
