package io.github.godotvariant.text;

import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.VariantType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A word that a value may begin with.
 *
 * @param kind what it stands for
 * @param type the type of the value; of a reference, and of a constant that is a float or no value
 * @param reference what kind of reference it is, or null
 */
record Word(Kind kind, VariantType type, ResourceReference.@Nullable Kind reference) {
  /** What follows a word. */
  enum Kind {
    /** Nothing: true, null, inf … */
    CONSTANT,
    /** A fixed number of real components. */
    REALS,
    /** A fixed number of ints. */
    INTS,
    /** Any number of numbers. */
    PACKED,
    /** Any number of texts. */
    PACKED_STRINGS,
    /** A text. */
    PATH,
    /** An int or nothing. */
    RID,
    /** Brackets around nothing. */
    EMPTY,
    /** A class and properties. */
    OBJECT,
    /** Texts or ints that name a resource. */
    REFERENCE,
    /** A typed array. */
    ARRAY,
    /** A typed dictionary. */
    DICTIONARY
  }

  /** The words of Godot 4, and those of Godot 3. */
  private static final Map<String, Word> NEW = new HashMap<>();

  private static final Map<String, Word> OLD = new HashMap<>();

  static {
    for (String constant : new String[] {"null", "nil", "true", "false", "inf", "inf_neg", "nan"}) {
      both(Kind.CONSTANT, VariantType.NIL, constant);
    }
    both(Kind.REALS, VariantType.VECTOR2, "Vector2");
    both(Kind.REALS, VariantType.VECTOR3, "Vector3");
    both(Kind.REALS, VariantType.RECT2, "Rect2");
    both(Kind.REALS, VariantType.PLANE, "Plane");
    both(Kind.REALS, VariantType.COLOR, "Color");
    both(Kind.REALS, VariantType.QUATERNION, "Quat");
    both(Kind.REALS, VariantType.AABB, "AABB", "Rect3");
    both(Kind.REALS, VariantType.BASIS, "Basis", "Matrix3");
    both(Kind.REALS, VariantType.TRANSFORM2D, "Transform2D", "Matrix32");
    both(Kind.REALS, VariantType.TRANSFORM3D, "Transform");
    put(NEW, Kind.REALS, VariantType.VECTOR4, "Vector4");
    put(NEW, Kind.REALS, VariantType.QUATERNION, "Quaternion");
    put(NEW, Kind.REALS, VariantType.TRANSFORM3D, "Transform3D");
    put(NEW, Kind.REALS, VariantType.PROJECTION, "Projection");
    put(NEW, Kind.INTS, VariantType.VECTOR2I, "Vector2i");
    put(NEW, Kind.INTS, VariantType.VECTOR3I, "Vector3i");
    put(NEW, Kind.INTS, VariantType.VECTOR4I, "Vector4i");
    put(NEW, Kind.INTS, VariantType.RECT2I, "Rect2i");
    both(Kind.PATH, VariantType.NODE_PATH, "NodePath");
    put(NEW, Kind.RID, VariantType.RID, "RID");
    put(NEW, Kind.EMPTY, VariantType.SIGNAL, "Signal");
    put(NEW, Kind.EMPTY, VariantType.CALLABLE, "Callable");
    both(Kind.OBJECT, VariantType.OBJECT, "Object");
    put(NEW, Kind.ARRAY, VariantType.ARRAY, "Array");
    put(NEW, Kind.DICTIONARY, VariantType.DICTIONARY, "Dictionary");
    for (ResourceReference.Kind reference : ResourceReference.Kind.values()) {
      Word word = new Word(Kind.REFERENCE, VariantType.OBJECT, reference);
      NEW.put(reference.godotName(), word);
      OLD.put(reference.godotName(), word);
    }
    packed(VariantType.PACKED_BYTE_ARRAY, "Byte", "Byte");
    packed(VariantType.PACKED_INT32_ARRAY, "Int32", "Int");
    put(NEW, Kind.PACKED, VariantType.PACKED_INT32_ARRAY, "PackedIntArray");
    put(NEW, Kind.PACKED, VariantType.PACKED_INT64_ARRAY, "PackedInt64Array");
    packed(VariantType.PACKED_FLOAT32_ARRAY, "Float32", "Real");
    NEW.remove("RealArray");
    OLD.remove("RealArray");
    both(Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "FloatArray");
    put(NEW, Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "PackedRealArray");
    put(NEW, Kind.PACKED, VariantType.PACKED_FLOAT64_ARRAY, "PackedFloat64Array");
    // Godot 3.6 reads the new names as the types that it has.
    put(OLD, Kind.PACKED, VariantType.PACKED_INT32_ARRAY, "PackedInt64Array");
    put(OLD, Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "PackedFloat64Array");
    packed(VariantType.PACKED_VECTOR2_ARRAY, "Vector2", "Vector2");
    packed(VariantType.PACKED_VECTOR3_ARRAY, "Vector3", "Vector3");
    packed(VariantType.PACKED_COLOR_ARRAY, "Color", "Color");
    put(
        NEW,
        Kind.PACKED,
        VariantType.PACKED_VECTOR4_ARRAY,
        "PackedVector4Array",
        "PoolVector4Array",
        "Vector4Array");
    both(
        Kind.PACKED_STRINGS,
        VariantType.PACKED_STRING_ARRAY,
        "PackedStringArray",
        "PoolStringArray",
        "StringArray");
  }

  private static void packed(VariantType type, String newName, String oldName) {
    both(
        Kind.PACKED,
        type,
        "Packed" + newName + "Array",
        "Pool" + oldName + "Array",
        oldName + "Array");
  }

  private static void both(Kind kind, VariantType type, String... names) {
    put(NEW, kind, type, names);
    put(OLD, kind, type, names);
  }

  private static void put(Map<String, Word> words, Kind kind, VariantType type, String... names) {
    for (String name : names) {
      words.put(name, new Word(kind, type, null));
    }
  }

  /** The word in a notation, or null if it has none of that name. */
  static @Nullable Word of(String name, boolean old) {
    return (old ? OLD : NEW).get(name);
  }
}
