/** Message formats that engines use to exchange values. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.net {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant;

  exports io.github.godotvariant.net;
}
