package io.github.godotvariant.dialect;

/** How objects stand on the wire. */
public enum ObjectForm {
  /** As engines: header bit 16 says instance id; without it the object is written in full. */
  FLAGGED,
  /**
   * As editions 000 and 003 of the manual: ids and full objects look alike, so that reader and
   * writer must have agreed.
   */
  CHOSEN_BY_CALLER
}
