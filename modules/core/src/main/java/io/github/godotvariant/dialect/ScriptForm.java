package io.github.godotvariant.dialect;

/** What the {@code script} property of a full object holds. */
public enum ScriptForm {
  /** A full object of the script's class with the source text in it: Godot 3, and 4.0 to 4.2. */
  EMBEDDED,
  /** A String, the script's path: since Godot 4.3. */
  PATH,
  /** Any value: the manual has no rule. */
  UNSPECIFIED
}
