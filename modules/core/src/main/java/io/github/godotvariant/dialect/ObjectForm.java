package io.github.godotvariant.dialect;

/** The encoded form of objects. */
public enum ObjectForm {
  /**
   * The form of engines: header bit 16 marks an instance id. Without this bit, the object is full.
   */
  FLAGGED,
  /**
   * The form of the manual for 4.x: ids (there {@code full_objects = false}) and full objects
   * (there {@code full_objects = true}) are not marked. Reader and writer must agree on one of the
   * two. The null form, a word with the value 0, is read and never written. Full objects contain
   * the properties that the writer chooses. Engines choose the properties with {@code
   * PROPERTY_USAGE_STORAGE}.
   */
  CHOSEN_BY_CALLER
}
