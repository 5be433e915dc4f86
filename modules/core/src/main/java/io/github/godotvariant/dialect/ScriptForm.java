package io.github.godotvariant.dialect;

/** The content of the {@code script} property of a full object. */
public enum ScriptForm {
  /**
   * A full object of the script's class that contains the source text, as in Godot 3 and in Godot
   * 4.0 to 4.2.
   */
  EMBEDDED,
  /** A String with the path of the script, since Godot 4.3. */
  PATH,
  /** Any value, because the manual has no rule. */
  UNSPECIFIED
}
