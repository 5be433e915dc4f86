/** Reads and writes plain, compressed and encrypted save files. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.save {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires static com.github.luben.zstd_jni;
  requires transitive io.github.godotvariant;

  exports io.github.godotvariant.save;
}
