/** The {@code gdvar} command. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.cli {
  requires static org.jspecify;
  requires info.picocli;
  requires io.github.godotvariant;
  requires io.github.godotvariant.json;
  requires io.github.godotvariant.save;
  requires tools.jackson.core;

  opens io.github.godotvariant.cli to
      info.picocli;
}
