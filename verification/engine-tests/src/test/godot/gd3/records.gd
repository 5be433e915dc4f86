# As ../gd4/records.gd, for Godot 3 (3.2 to 3.6).
extends SceneTree

enum Mood {GOOD, BAD}

func made():
	return {
		"yes": true, "tiny": -128, "small": 300, "plain": 70000, "large": 1 << 40,
		"narrow": 0.5, "wide": 0.1, "letter": "ä", "text": "text €",
		"vector2": Vector2(1, 2), "vector3": Vector3(1, 2, 3), "rect2": Rect2(1, 2, 3, 4),
		"plane": Plane(0, 1, 0, 5), "quaternion": Quat(0, 0, 0, 1), "aabb": AABB(Vector3(1, 2, 3), Vector3(1, 1, 1)),
		"basis": Basis(), "transform2d": Transform2D(), "transform3d": Transform(),
		"color": Color(1, 0.5, 0.25), "node_path": NodePath("/root/a:b"), "any": [1, "two"], "dictionary": {5: "five"},
		"place": Vector2(1.5, 2), "mood": "not so good", "number": Mood.BAD,
		"list": [1, 2, 3], "places": [Vector3(1, 2, 3)], "unique": ["x", "y"],
		"map": {"a": 0.5}, "children": [{"id": 1}, {"id": 2, "children": [{"id": 3}]}],
		"figure": {"radius": 1.5, "kind": "circle"}, "box": {"value": Vector2(1, 2)},
		"bytes": PoolByteArray([1, 255]), "ints": PoolIntArray([1, -1]),
		"floats": PoolRealArray([0.5]), "texts": PoolStringArray(["p"]), "track": PoolVector2Array([Vector2(1, 2)]),
		"nothing": null, "unknown_to_the_record": [Vector2(7, 7)],
	}

func wanted():
	var all = made()
	all.erase("nothing")
	all["yes"] = false
	all["large"] = -(1 << 40)
	all["narrow"] = 0.25
	all["text"] = "changed ü"
	all["vector3"] = Vector3(3, 2, 1)
	all["place"] = Vector2(2.5, 2)
	all["mood"] = "GOOD"
	all["number"] = Mood.GOOD
	all["list"] = [1, 2, 3, 4]
	all["map"] = {"a": 0.5, "b": 1.5}
	all["children"] = [{"id": 1, "children": []}, {"id": 2, "children": [{"id": 3, "children": []}]}, {"id": 4, "children": []}]
	all["figure"] = {"kind": "rectangle", "width": 1.0, "height": 2.0}
	all["ints"] = PoolIntArray([1, -1, 7])
	all["track"] = PoolVector2Array([Vector2(1, 2), Vector2(3, 4)])
	all["added"] = "default"
	return all

func differences(found):
	var all = wanted()
	var text = ""
	for key in all:
		if not found.has(key):
			text += "%s is missing\n" % key
		elif typeof(found[key]) != typeof(all[key]) or var2str(found[key]) != var2str(all[key]):
			text += "%s is %s\n" % [key, var2str(found[key])]
	for key in found:
		if not all.has(key):
			text += "%s should not be there\n" % key
	return text

func put(bytes):
	var answers = File.new()
	answers.open("res://out/answers.bin", File.WRITE)
	answers.store_32(bytes.size())
	answers.store_buffer(bytes)
	answers.close()

func run(args):
	if "make" in Array(args):
		put(var2bytes(made()))
		return
	var values = File.new()
	values.open("res://in/values.bin", File.READ)
	put(differences(bytes2var(values.get_buffer(values.get_32()))).to_utf8())

func _init():
	run(OS.get_cmdline_args())
	quit()
