package io.github.godotvariant.records.processor;

import javax.lang.model.type.TypeMirror;

/**
 * A component of a record.
 *
 * @param name in the record
 * @param key in the dictionary
 * @param type in the record
 * @param erased the same, erased
 * @param valueType the type, without what says that it may be absent
 * @param form what it is
 * @param presence whether it has to be there
 */
record Component(
    String name,
    String key,
    TypeMirror type,
    TypeMirror erased,
    TypeMirror valueType,
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
}
