/** The {@code gdvar} command. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.cli {
  requires static org.jspecify;
  requires info.picocli;
  requires io.github.godotvariant;
  requires io.github.godotvariant.json;
  requires io.github.godotvariant.multiplayer;
  requires io.github.godotvariant.net;
  requires io.github.godotvariant.save;
  requires tools.jackson.core;

  opens io.github.godotvariant.cli to
      info.picocli;
  opens io.github.godotvariant.cli.compare to
      info.picocli;
  opens io.github.godotvariant.cli.convert to
      info.picocli;
  opens io.github.godotvariant.cli.edit to
      info.picocli;
  opens io.github.godotvariant.cli.file to
      info.picocli;
  opens io.github.godotvariant.cli.inspect to
      info.picocli;
  opens io.github.godotvariant.cli.listen to
      info.picocli;
  opens io.github.godotvariant.cli.pack to
      info.picocli;
  opens io.github.godotvariant.cli.record to
      info.picocli;
  opens io.github.godotvariant.cli.terminal to
      info.picocli;
  opens io.github.godotvariant.cli.values to
      info.picocli;
}
