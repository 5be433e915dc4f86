package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.EngineFiles.EngineFile;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that were cut off or changed: an answer or one line of trouble, whatever it is. */
class DamagedFilesTest {
  private static final String[][] COMMANDS = {
    {"inspect", "--objects", "-"},
    {"inspect", "--bytes", "-"},
    {"decode", "--to", "hex", "-"},
    {"decode", "--to", "text", "--objects", "-"},
    {"unpack", "-"},
    {"pack", "-", "--compress", "fastlz"},
  };

  /** One of each kind, as long as it is short. */
  static Stream<EngineFile> files() {
    return EngineFiles.all().stream()
        .filter(file -> file.name().matches("gd46.*|gd32\\.(encrypted|base64).*"))
        .filter(file -> file.bytes().length < 300)
        .filter(file -> file.name().contains("several") || file.name().contains("base64"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void cut(EngineFile file) {
    byte[] bytes = file.bytes();
    for (int length = 0; length < bytes.length; length++) {
      run(file, Arrays.copyOf(bytes, length), length);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void changed(EngineFile file) {
    Random random = new Random(file.name().hashCode());
    for (int i = 0; i < 120; i++) {
      byte[] bytes = file.bytes();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      run(file, bytes, i);
    }
  }

  private static void run(EngineFile file, byte[] bytes, int turn) {
    String[] command = COMMANDS[turn % COMMANDS.length];
    Run run = Run.gdvarIn(file.surroundings(), bytes, command);
    assertThat(run.code()).isBetween(0, 1);
    assertThat(run.err()).doesNotContain("internal error", "Exception", "\tat ");
    if (run.code() == 0) {
      String note = "standard input is encrypted, and what was made of it is not\n";
      assertThat(run.err())
          .isIn(
              "",
              command[0].equals("pack") && file.isEncrypted() ? note : "",
              command[0].equals("decode")
                  ? "gdvar: standard input: the GCPF at its end is missing, so it may have been cut"
                      + " or changed\n"
                  : "");
    } else {
      assertThat(run.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("gdvar: "));
    }
    if (command[0].equals("inspect")) {
      assertThat(run.err().lines().count()).isEqualTo(run.code());
    } else if (!command[0].equals("decode") && run.code() == 1) {
      assertThat(run.out()).isEmpty();
    }
  }
}
