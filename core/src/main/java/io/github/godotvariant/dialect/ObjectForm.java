package io.github.godotvariant.dialect;

/** How objects stand on the wire. */
public enum ObjectForm {
  /** As engines: header bit 16 says instance id; without it the object is written in full. */
  FLAGGED,
  /**
   * As the manual for 4.x: ids and full objects look alike, so that reader and writer must have
   * agreed.
   */
  CHOSEN_BY_CALLER
}
