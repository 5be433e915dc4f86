# As ../gd4/classes.gd, for Godot 3.
extends SceneTree

func _init():
	var names = Array(ClassDB.get_class_list())
	names.sort()
	var classes = File.new()
	classes.open("res://out/classes.tsv", File.WRITE)
	var properties = File.new()
	properties.open("res://out/properties.tsv", File.WRITE)
	for name in names:
		classes.store_line("%s\t%s" % [name, str(ClassDB.can_instance(name)).to_lower()])
		for property in ClassDB.class_get_property_list(name):
			if property.usage & PROPERTY_USAGE_STORAGE:
				properties.store_line("%s\t%s\t%d" % [name, property.name, property.type])
	classes.close()
	properties.close()
	quit()
