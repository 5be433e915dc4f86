package io.github.godotvariant.records.processor;

/**
 * A component of a record.
 *
 * @param name in the record
 * @param key in the dictionary
 * @param type in source, without annotations
 * @param erased the same, erased, in source
 * @param valueType the type, without what says that it may be absent
 * @param form what it is
 * @param presence whether it has to be there
 */
record Component(
    String name,
    String key,
    String type,
    String erased,
    String valueType,
    Form form,
    Presence presence) {
  /** Whether a component has to be there. */
  enum Presence {
    REQUIRED,
    NULLABLE,
    OPTIONAL,
    OPTIONAL_INT,
    OPTIONAL_LONG,
    OPTIONAL_DOUBLE,
    DEFAULT,
    /** Takes all other keys, and has none. */
    OTHERS
  }

  boolean isRequired() {
    return presence == Presence.REQUIRED;
  }

  boolean isPrimitive() {
    return switch (type) {
      case "boolean", "byte", "short", "int", "long", "float", "double", "char" -> true;
      default -> false;
    };
  }
}
