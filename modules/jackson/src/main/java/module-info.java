/** A Jackson data format for Godot's binary format, and a Jackson module for Godot's values. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.jackson {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant;
  requires io.github.godotvariant.json;
  requires transitive tools.jackson.databind;

  exports io.github.godotvariant.jackson;

  provides tools.jackson.core.TokenStreamFactory with
      io.github.godotvariant.jackson.GodotFactory;
  provides tools.jackson.databind.JacksonModule with
      io.github.godotvariant.jackson.GodotModule;
  provides tools.jackson.databind.ObjectMapper with
      io.github.godotvariant.jackson.GodotMapper;
}
