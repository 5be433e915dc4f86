package io.github.godotvariant.dialect;

/** The forms of the {@code script} property of an object that is encoded with its properties. */
public enum ScriptForm {
  /**
   * The script as an object that contains the source text, as in Godot 3 and in Godot 4.0 to 4.2.
   */
  EMBEDDED,
  /** A String with the path of the script, since Godot 4.3. */
  PATH,
  /** Any value, because Godot's manual does not describe how scripts are encoded. */
  UNSPECIFIED
}
