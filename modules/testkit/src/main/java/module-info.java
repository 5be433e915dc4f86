/** Golden vectors and random values for tests. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.testkit {
  requires static org.jspecify;
  requires transitive io.github.godotvariant;
  requires tools.jackson.databind;

  exports io.github.godotvariant.testkit;
}
