package io.github.godotvariant.dialect;

/** The forms in which dialects encode objects. */
public enum ObjectForm {
  /**
   * The form of engines: header bit 16 marks an instance id. Without this bit, the value is a full
   * object, a class name with properties.
   */
  FLAGGED,
  /**
   * The form that Godot's manual for 4.x describes: no bit distinguishes instance ids from full
   * objects. Reader and writer must agree on ids (in the manual {@code full_objects = false}) or on
   * full objects ({@code full_objects = true}). Readers accept a u32 of 0 as a null object; writers
   * write a null object as Nil. The writer chooses the properties of a full object. Engines write
   * the properties with {@code PROPERTY_USAGE_STORAGE}.
   */
  CHOSEN_BY_CALLER
}
