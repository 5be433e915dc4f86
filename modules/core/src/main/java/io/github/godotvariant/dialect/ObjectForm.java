package io.github.godotvariant.dialect;

/** How objects stand on the wire. */
public enum ObjectForm {
  /** As engines: header bit 16 says instance id; without it the object is written in full. */
  FLAGGED,
  /**
   * As the manual for 4.x: ids ({@code full_objects = false} there) and full objects ({@code
   * full_objects = true}) look alike, so that reader and writer must have agreed. Its null form, a
   * word of 0, is read and never written. Full objects have the properties their writer gives them;
   * in an engine those with {@code PROPERTY_USAGE_STORAGE}.
   */
  CHOSEN_BY_CALLER
}
