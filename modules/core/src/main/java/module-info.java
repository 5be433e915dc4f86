/**
 * Values, dialects and the binary codec of Godot's Variant format, and conversion between dialects.
 */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  exports io.github.godotvariant;
  exports io.github.godotvariant.codec;
  exports io.github.godotvariant.convert;
  exports io.github.godotvariant.dialect;
  exports io.github.godotvariant.records;
  exports io.github.godotvariant.records.generated;
  exports io.github.godotvariant.text;
}
