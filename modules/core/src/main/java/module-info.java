/**
 * Values, dialects and the binary codec of Godot's Variant format, and conversion between dialects.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // The modules with access to internal packages are compiled later.
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
      io.github.godotvariant.cli,
      io.github.godotvariant.jackson,
      io.github.godotvariant.json,
      io.github.godotvariant.save;
  exports io.github.godotvariant.internal.codec to
      io.github.godotvariant.cli,
      io.github.godotvariant.jackson,
      io.github.godotvariant.save;
  exports io.github.godotvariant.internal.component to
      io.github.godotvariant.jackson,
      io.github.godotvariant.records.processor,
      io.github.godotvariant.testkit;
  exports io.github.godotvariant.internal.values to
      io.github.godotvariant.cli,
      io.github.godotvariant.jackson,
      io.github.godotvariant.json,
      io.github.godotvariant.records.processor,
      io.github.godotvariant.save;
}
