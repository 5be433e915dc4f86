/**
 * Values, dialects and the binary codec of Godot's Variant format, and conversion between dialects.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // those that may see internals are not there yet when this is compiled
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
  exports io.github.godotvariant.internal to
      io.github.godotvariant.cli;
}
