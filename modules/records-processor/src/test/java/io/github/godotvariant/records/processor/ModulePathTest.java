package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.testsupport.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In a module that exports nothing, records are read and written all the same. */
class ModulePathTest {
  private static final String MAIN =
      """
      package game;

      import io.github.godotvariant.VariantArray;
      import io.github.godotvariant.VariantDictionary;
      import io.github.godotvariant.Vector2;
      import io.github.godotvariant.Vector2i;
      import io.github.godotvariant.codec.VariantCodec;
      import io.github.godotvariant.records.AdaptedBy;
      import io.github.godotvariant.records.GodotRecord;
      import io.github.godotvariant.records.RecordCodec;
      import io.github.godotvariant.records.ValueAdapter;
      import java.util.Arrays;

      /** Prints a record. */
      public final class Main {
        private Main() {}

        @GodotRecord
        record Hit(long id, Kind kind, At at, java.util.List<Cell> cells,
            @AdaptedBy(HexAdapter.class) int color) {}

        static final class HexAdapter implements ValueAdapter<Integer, String> {
          @Override
          public String toStored(Integer value) {
            return Integer.toHexString(value);
          }

          @Override
          public Integer fromStored(String stored) {
            return Integer.parseInt(stored, 16);
          }
        }

        record At(double y, double x) {}

        record Cell(int x, int y) {}

        enum Kind { SOFT, HARD }

        /** Prints a record. */
        public static void main(String[] arguments) {
          byte[] packet = VariantCodec.GODOT_4.encode(VariantDictionary.of("id", 7, "kind", "HARD",
              "at", new Vector2(1, 2), "cells", VariantArray.of(new Vector2i(3, 4)), "color", "ff"));
          RecordCodec<Hit> codec = RecordCodec.of(Hit.class);
          System.out.print(codec.decode(packet));
          System.out.print(Arrays.equals(codec.encode(codec.decode(packet)), packet));
          System.out.print(codec.isGenerated());
        }
      }
      """;

  @Test
  void readsRecordsOfUnexportedPackage()
      throws IOException, InterruptedException, URISyntaxException {
    Path core =
        Path.of(GodotRecord.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(
        !Files.isDirectory(core) || Files.exists(core.resolve("module-info.class")),
        "not compiled as a module");
    try (Compiled compiled =
        Compiled.of(
            Map.of(
                "module-info.java",
                "module game { requires io.github.godotvariant; }",
                "game/Main.java",
                MAIN),
            "--module-path",
            core.toString(),
            "-Xlint:-missing-explicit-ctor")) {
      assertThat(compiled.messages).isEmpty();
      String path = core + File.pathSeparator + compiled.folder;
      String printed = JavaProcess.run("--module-path", path, "--module", "game/game.Main");
      assertThat(printed)
          .isEqualTo(
              "Hit[id=7, kind=HARD, at=At[y=2.0, x=1.0], cells=[Cell[x=3, y=4]], color=255]truetrue");
    }
  }

  /** What was generated for another release is refused, and says what to do. */
  @Test
  void rejectsCodeOfAnotherVersion() throws Exception {
    String source =
        """
        package game;
        import io.github.godotvariant.records.GodotRecord;
        import io.github.godotvariant.records.generated.GeneratedCodec;
        import io.github.godotvariant.records.generated.RecordKeys;
        import io.github.godotvariant.records.generated.RecordReader;
        import io.github.godotvariant.records.generated.RecordWriter;
        /** Old. */
        public record Old(long id) {}
        final class OldGodotCodec extends GeneratedCodec<Old> {
          static {
            register(Old.class, new OldGodotCodec());
          }
          private OldGodotCodec() {
            super(99);
          }
          @Override
          public Object read(RecordReader in, RecordKeys keys) {
            throw new AssertionError();
          }
          @Override
          public void write(RecordWriter out, RecordKeys keys, Old old) {
            throw new AssertionError();
          }
        }
        """;
    try (Compiled compiled = Compiled.of(Map.of("game/Old.java", source))) {
      Class<?> old = compiled.load("game.Old");
      for (int i = 0; i < 2; i++) {
        assertThat(catchThrowable(() -> GeneratedCodec.find(old)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("game.OldGodotCodec was generated for version 99")
            .hasMessageContaining("compile game.Old again");
      }
    }
  }

  /** The class calls a method that the library no longer has. */
  @Test
  void rejectsCodeThatDoesNotLink() throws Exception {
    String source =
        """
        package game;
        /** Old. */
        public record Old(long id) {}
        final class OldGodotCodec {
          static {
            fail();
          }
          private static void fail() {
            throw new NoSuchMethodError("registered");
          }
        }
        """;
    try (Compiled compiled = Compiled.of(Map.of("game/Old.java", source))) {
      Class<?> old = compiled.load("game.Old");
      assertThat(catchThrowable(() -> GeneratedCodec.find(old)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("game.OldGodotCodec was generated for another version")
          .hasMessageContaining("compile game.Old again");
    }
  }
}
