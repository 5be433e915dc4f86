# Writes the contents of ClassDB, for the tables of class names and their tests:
#   out/classes.tsv      class, whether it can be instantiated
#   out/properties.tsv   class, stored property, id of its type; also inherited properties
extends SceneTree

func _init() -> void:
	var names := Array(ClassDB.get_class_list())
	names.sort()
	var classes := FileAccess.open("res://out/classes.tsv", FileAccess.WRITE)
	var properties := FileAccess.open("res://out/properties.tsv", FileAccess.WRITE)
	for name in names:
		classes.store_line("%s\t%s" % [name, ClassDB.can_instantiate(name)])
		for property in ClassDB.class_get_property_list(name):
			if property.usage & PROPERTY_USAGE_STORAGE:
				properties.store_line("%s\t%s\t%d" % [name, property.name, property.type])
	quit()
