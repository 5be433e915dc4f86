package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.EngineFiles.EngineFile;
import io.github.godotvariant.cli.terminal.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the commands on every file that a real engine wrote. */
class EngineFilesTest {
  private static final HexFormat HEX = HexFormat.of();

  @TempDir Path folder;

  static Stream<EngineFile> all() {
    return EngineFiles.all().stream();
  }

  static Stream<EngineFile> saves() {
    return all().filter(EngineFile::isSave);
  }

  static Stream<EngineFile> framed() {
    return saves().filter(file -> !file.kind().startsWith("Marshalls"));
  }

  static Stream<EngineFile> encrypted() {
    return all().filter(EngineFile::isEncrypted);
  }

  @Test
  void coversAllEngineFiles() {
    assertThat(all()).hasSize(183);
    assertThat(saves()).hasSize(165);
    assertThat(encrypted()).hasSize(45);
  }

  @ParameterizedTest
  @MethodSource("all")
  void decodesToTheBytesOfItsValues(EngineFile file) {
    switch (file.kind()) {
      case "mixed" -> {
        Run run = file.run("decode", "--to", "hex");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines().toList()).isEqualTo(file.values());
        assertThat(run.err()).endsWith(": 25 bytes around the values were not read\n");
      }
      case "PacketPeerStream.put_packet" -> {
        // The first packet is not a value.
        Run run = file.run("decode", "--to", "hex", "--framing", "store-var");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines().toList()).isEqualTo(file.values());
        assertThat(run.err()).contains("value 0: ").hasLineCount(1);
      }
      default -> {
        Run run = file.run("decode", "--to", "hex");
        if (file.values().isEmpty()) {
          assertThat(run.err()).endsWith(": no values found\n").hasLineCount(1);
        } else {
          assertThat(run.err()).isEmpty();
        }
        assertThat(run.out().lines().toList()).isEqualTo(file.values());
        assertThat(run.code()).isEqualTo(file.values().isEmpty() ? 1 : 0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("saves")
  void inspectsEngineFile(EngineFile file) {
    Run run = file.run("inspect");
    String first = run.out().lines().findFirst().orElseThrow();
    int count = file.values().size();
    String problem = "gdvar: " + file.path() + ": no values found\n";
    assertThat(run.err()).isEqualTo(count == 0 ? problem : "");
    assertThat(run.code()).isEqualTo(count == 0 ? 1 : 0);
    assertThat(first).contains(" > " + Text.count(count, "value") + ", ");
    if (count > 0) {
      assertThat(first).contains(file.isOfGodot3() ? ", godot-3, " : ", godot-4, ");
    }
    if (file.isEncrypted()) {
      assertThat(first)
          .startsWith("GDEC (Godot " + (file.isOfGodot3() ? "2 or 3" : "4") + ", AES-256-");
    } else if (file.kind().equals("open_compressed")) {
      assertThat(first).startsWith("GCPF (");
    }
    assertThat(run.out().lines().filter(line -> line.startsWith("offset "))).hasSize(count);
  }

  @ParameterizedTest
  @MethodSource("framed")
  void printsEveryByteOfValue(EngineFile file) {
    if (file.bytes().length == 0) {
      return;
    }
    byte[] contents = contents(file);
    byte[] shown = new byte[contents.length];
    Run run = file.run("inspect", "--bytes", "--full");
    for (String line : run.out().lines().toList()) {
      String[] parts = line.strip().split("  +", 3);
      if (parts.length > 1 && parts[0].matches("[0-9]+")) {
        byte[] bytes = HEX.parseHex(parts[1].replace(" ", ""));
        System.arraycopy(bytes, 0, shown, Integer.parseInt(parts[0]), bytes.length);
      }
    }
    int at = 0;
    for (String value : file.values()) {
      at += 4 + value.length() / 2;
      assertThat(HEX.formatHex(shown, at - value.length() / 2, at)).isEqualTo(value);
    }
    assertThat(at).isEqualTo(contents.length);
  }

  /** Returns the values, each after its length. */
  private static byte[] contents(EngineFile file) {
    boolean bigEndian = file.entry().path("big_endian").asBoolean(false);
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    for (String value : file.values()) {
      ByteBuffer length =
          ByteBuffer.allocate(4)
              .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
              .putInt(value.length() / 2);
      contents.writeBytes(length.array());
      contents.writeBytes(HEX.parseHex(value));
    }
    return contents.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("framed")
  void unpacksEngineFile(EngineFile file) {
    Path plain = folder.resolve("plain");
    Run run = file.run("unpack", "-o", plain.toString());
    if (file.bytes().length == 0) {
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).endsWith(": it is empty, and nothing was written\n");
      assertThat(plain).doesNotExist();
    } else {
      assertThat(run).isEqualTo(new Run(0, "", ""));
      assertThat(plain).hasBinaryContent(contents(file));
    }
  }

  @ParameterizedTest
  @MethodSource("framed")
  void packsAndUnpacksEngineFile(EngineFile file) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "new sécret\n");
    Path packed = folder.resolve("packed");
    Path plain = folder.resolve("plain");
    String engine = file.isOfGodot3() ? "3" : "4";
    for (String options :
        List.of(
            "--compress fastlz",
            "--compress deflate",
            "--compress zstd",
            "--compress gzip",
            "--new-password-file %s --encrypt --godot " + engine)) {
      boolean encrypts = options.contains("--encrypt");
      List<Path> paths =
          encrypts ? List.of(packed, file.path(), password) : List.of(packed, file.path());
      String[] pack = words("pack -o %s %s " + options, paths.toArray());
      String note =
          file.isEncrypted() && !encrypts
              ? file.path() + " is encrypted, and the written file is not\n"
              : "";
      assertThat(Run.gdvarIn(file.surroundings(), new byte[0], pack))
          .as(options)
          .isEqualTo(new Run(0, "", note));
      String[] unpack = words("unpack %s --password-file %s -o %s", packed, password, plain);
      assertThat(Run.gdvar(unpack)).as(options).isEqualTo(new Run(0, "", ""));
      assertThat(plain).as(options).hasBinaryContent(contents(file));
    }
  }

  @ParameterizedTest
  @MethodSource("encrypted")
  void packsEngineFileLikeItself(EngineFile file) throws IOException {
    Path plain = folder.resolve("plain");
    Path packed = folder.resolve("packed");
    assertThat(file.run("unpack", "-o", plain.toString()).code()).isZero();
    List<String> args = new ArrayList<>(List.of("pack", plain.toString(), "-o", packed.toString()));
    if (!file.isOfGodot3()) {
      args.addAll(List.of("--iv", HEX.formatHex(Arrays.copyOfRange(file.bytes(), 28, 44))));
    }
    args.addAll(List.of("--like", file.path().toString()));
    Run run = Run.gdvarIn(file.surroundings(), new byte[0], args.toArray(String[]::new));
    assertThat(run).isEqualTo(new Run(0, "", ""));
    assertThat(packed).hasBinaryContent(file.bytes());
  }

  @ParameterizedTest
  @MethodSource("encrypted")
  void rejectsWrongPasswordForEngineFile(EngineFile file) throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
    for (String command : List.of("inspect", "decode --to hex", "unpack")) {
      Run run = Run.gdvar(words(command + " %s --password-file %s", file.path(), wrong));
      if (file.values().isEmpty()) {
        // An empty file does not show whether a key is wrong.
        assertThat(run.code()).isEqualTo(command.equals("unpack") ? 0 : 1);
        assertThat(run.err()).doesNotContain("password");
      } else {
        assertThat(run)
            .isEqualTo(
                Run.badData(
                    "%s: wrong password in %s (or the file is badly damaged)", file.path(), wrong));
      }
    }
  }
}
