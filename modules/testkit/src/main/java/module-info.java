/** Golden vectors, random values and other tools for tests of code that uses Godot values. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.testkit {
  requires static org.jspecify;
  requires transitive io.github.godotvariant;
  requires static org.junit.jupiter.api;
  requires tools.jackson.databind;

  exports io.github.godotvariant.testkit;
}
