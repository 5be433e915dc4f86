/** Values as JSON, with the streaming core of Jackson. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.json {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant;
  requires transitive tools.jackson.core;

  exports io.github.godotvariant.json;
}
