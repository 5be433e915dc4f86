/** Reads and writes Godot's values as JSON, with Jackson's streaming API. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.json {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant;
  requires transitive tools.jackson.core;

  exports io.github.godotvariant.json;
}
