package io.github.godotvariant.records.processor;

import javax.lang.model.type.TypeMirror;

/**
 * A component of a record.
 *
 * @param declared the declaration of the component
 * @param key the key in the dictionary
 * @param erased the erasure of the type
 * @param model the kind of the type, which selects the generated code
 * @param presence the rule that applies if the key is missing in the input
 */
record ComponentModel(
    ComponentElement declared, String key, TypeMirror erased, TypeModel model, Presence presence) {

  /** The rule that applies if the key of a component is missing in the input. */
  enum Presence {
    REQUIRED,
    NULLABLE,
    OPTIONAL,
    OPTIONAL_INT,
    OPTIONAL_LONG,
    OPTIONAL_DOUBLE,
    DEFAULT,
    /**
     * The component has no key. Its value is a dictionary with all pairs whose keys no other
     * component has.
     */
    OTHERS
  }

  String name() {
    return declared.name();
  }

  TypeMirror type() {
    return declared.type();
  }

  boolean isRequired() {
    return presence == Presence.REQUIRED;
  }

  boolean isOptional() {
    return switch (presence) {
      case OPTIONAL, OPTIONAL_INT, OPTIONAL_LONG, OPTIONAL_DOUBLE -> true;
      default -> false;
    };
  }

  boolean hasKey() {
    return presence != Presence.OTHERS;
  }
}
