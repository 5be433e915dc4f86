/** The {@code gdvar} command. Its packages are open for picocli. */
@org.jspecify.annotations.NullMarked
open module io.github.godotvariant.cli {
  requires static org.jspecify;
  requires info.picocli;
  requires io.github.godotvariant;
  requires io.github.godotvariant.enet;
  requires io.github.godotvariant.json;
  requires io.github.godotvariant.multiplayer;
  requires io.github.godotvariant.net;
  requires io.github.godotvariant.save;
  requires java.compiler;
  requires tools.jackson.core;
}
