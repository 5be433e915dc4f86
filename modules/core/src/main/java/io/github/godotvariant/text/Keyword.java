package io.github.godotvariant.text;

import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.VariantType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A word that can begin a value in the engine's notation.
 *
 * @param kind the syntax after the word
 * @param type the type of the value; {@link VariantType#OBJECT} for references, {@link
 *     VariantType#NIL} for all constants
 * @param reference the kind of reference to a resource; null for other words
 */
record Keyword(Kind kind, VariantType type, ResourceReference.@Nullable Kind reference) {
  /** The syntax after a word. */
  enum Kind {
    /** A constant: true, null, inf … */
    CONSTANT,
    /** A fixed number of numbers in parentheses. */
    SHAPE,
    /** Any number of numbers in parentheses. */
    PACKED,
    /** Any number of texts in parentheses. */
    PACKED_STRINGS,
    /** A node path, as a text in parentheses. */
    PATH,
    /** An int or nothing in parentheses. */
    RID,
    /** Empty parentheses. */
    EMPTY,
    /** A class name and properties in parentheses. */
    OBJECT,
    /** Texts or ints in parentheses that identify a resource. */
    REFERENCE,
    /** A typed array. */
    ARRAY,
    /** A typed dictionary. */
    DICTIONARY
  }

  /** The keywords of Godot 4, by name. */
  private static final Map<String, Keyword> GODOT_4_WORDS = new HashMap<>();

  private static final Map<String, Keyword> GODOT_3_WORDS = new HashMap<>();

  static {
    for (String constant : new String[] {"null", "nil", "true", "false", "inf", "inf_neg", "nan"}) {
      putBoth(Kind.CONSTANT, VariantType.NIL, constant);
    }
    for (VariantType type : VariantType.values()) {
      Kind kind = kind(type);
      if (kind != Kind.CONSTANT) {
        put(GODOT_4_WORDS, kind, type, type.godotName());
        String oldName = type.godot3Name();
        if (oldName != null) {
          putBoth(kind, type, oldName);
        }
      }
    }
    // Godot 3 does not read these words.
    GODOT_3_WORDS.remove("RID");
    GODOT_3_WORDS.remove("Array");
    GODOT_3_WORDS.remove("Dictionary");
    putBoth(Kind.SHAPE, VariantType.AABB, "Rect3");
    putBoth(Kind.SHAPE, VariantType.BASIS, "Matrix3");
    putBoth(Kind.SHAPE, VariantType.TRANSFORM2D, "Matrix32");
    for (ResourceReference.Kind reference : ResourceReference.Kind.values()) {
      Keyword word = new Keyword(Kind.REFERENCE, VariantType.OBJECT, reference);
      GODOT_4_WORDS.put(reference.godotName(), word);
      GODOT_3_WORDS.put(reference.godotName(), word);
    }
    for (VariantType type : VariantType.values()) {
      String oldName = type.godot3Name();
      if (type.elementType().isPresent() && oldName != null) {
        // The oldest names, such as IntArray, have no prefix.
        putBoth(kind(type), type, type.godotName(), oldName.substring("Pool".length()));
      }
    }
    GODOT_4_WORDS.remove("RealArray");
    GODOT_3_WORDS.remove("RealArray");
    putBoth(Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "FloatArray");
    put(GODOT_4_WORDS, Kind.PACKED, VariantType.PACKED_INT32_ARRAY, "PackedIntArray");
    put(GODOT_4_WORDS, Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "PackedRealArray");
    put(
        GODOT_4_WORDS,
        Kind.PACKED,
        VariantType.PACKED_VECTOR4_ARRAY,
        "PoolVector4Array",
        "Vector4Array");
    // Godot 3.6 reads these names of Godot 4 as its own types with 32 bits.
    put(GODOT_3_WORDS, Kind.PACKED, VariantType.PACKED_INT32_ARRAY, "PackedInt64Array");
    put(GODOT_3_WORDS, Kind.PACKED, VariantType.PACKED_FLOAT32_ARRAY, "PackedFloat64Array");
  }

  /**
   * Returns the syntax after the name of a type; {@link Kind#CONSTANT} if values do not begin with
   * the name.
   */
  private static Kind kind(VariantType type) {
    return switch (type) {
      case NODE_PATH -> Kind.PATH;
      case RID -> Kind.RID;
      case OBJECT -> Kind.OBJECT;
      case CALLABLE, SIGNAL -> Kind.EMPTY;
      case DICTIONARY -> Kind.DICTIONARY;
      case ARRAY -> Kind.ARRAY;
      case PACKED_STRING_ARRAY -> Kind.PACKED_STRINGS;
      default ->
          type.component().isPresent()
              ? Kind.SHAPE
              : type.elementType().isPresent() ? Kind.PACKED : Kind.CONSTANT;
    };
  }

  private static void putBoth(Kind kind, VariantType type, String... names) {
    put(GODOT_4_WORDS, kind, type, names);
    put(GODOT_3_WORDS, kind, type, names);
  }

  private static void put(
      Map<String, Keyword> words, Kind kind, VariantType type, String... names) {
    for (String name : names) {
      words.put(name, new Keyword(kind, type, null));
    }
  }

  /** {@return the keyword with a name; null if the notation does not have this keyword} */
  static @Nullable Keyword of(String name, boolean isGodot3) {
    return (isGodot3 ? GODOT_3_WORDS : GODOT_4_WORDS).get(name);
  }
}
