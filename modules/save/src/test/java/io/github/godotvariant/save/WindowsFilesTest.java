package io.github.godotvariant.save;

import static io.github.godotvariant.save.TestFiles.savedValues;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests edits on a Windows file system in memory: without POSIX permissions, with drives and UNC
 * paths, and without upper and lower case. Its file locks never fail and it deletes open files, so
 * other processes and programs that hold a file open are not tested.
 */
class WindowsFilesTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  private final FileSystem windows =
      Jimfs.newFileSystem(
          Configuration.windows().toBuilder()
              .setRoots("C:\\", "\\\\host\\share\\")
              .setAttributeViews("basic", "dos", "acl", "owner")
              .build());

  @AfterEach
  void close() throws IOException {
    windows.close();
  }

  private Path saved(String name) throws IOException {
    Path save = windows.getPath(name);
    Files.createDirectories(save.toAbsolutePath().getParent());
    PLAIN.write(save, List.of(Variant.of(1)));
    return save;
  }

  private static void increment(Path save) {
    try {
      SaveFile.edit(
          save, SaveOptions.DEFAULT, values -> List.of(Variant.of(values.get(0).asLong() + 1)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C:\\saves\\player.save",
        "C:\\saves\\Élodie 1.save",
        "player.save",
        "\\\\host\\share\\saves\\player.save"
      })
  void editsFileAndKeepsOnlyLockFile(String name) throws IOException {
    Path save = saved(name);
    increment(save);
    assertThat(savedValues(save)).containsExactly(Variant.of(2));
    try (Stream<Path> files = Files.list(save.toAbsolutePath().getParent())) {
      assertThat(files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              save.getFileName().toString(), "." + save.getFileName() + ".lock");
    }
  }

  @Test
  void sharesLockOfNamesThatDifferInCase() throws IOException {
    Path save = saved("C:\\saves\\player.save");
    Path upper = windows.getPath("c:\\SAVES\\PLAYER.SAVE");
    try (LockedFile locked = LockedFile.of(save)) {
      assertThat(locked.file()).isEqualTo(save);
      assertThatThrownBy(() -> LockedFile.of(upper, Duration.ofMillis(20)))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("another edit has held the lock for 0.02 s");
    }
    increment(upper);
    assertThat(savedValues(save)).containsExactly(Variant.of(2));
  }

  @Test
  void keepsEveryConcurrentEdit() throws IOException {
    Path save = saved("C:\\saves\\player.save");
    IntStream.range(0, 50).parallel().forEach(i -> increment(save));
    assertThat(savedValues(save)).containsExactly(Variant.of(51));
  }

  @Test
  void rejectsChangeOfOtherProgram() throws IOException {
    Path save = saved("C:\\saves\\player.save");
    assertThatThrownBy(
            () ->
                SaveFile.edit(
                    save,
                    SaveOptions.DEFAULT,
                    values -> {
                      try {
                        PLAIN.write(save, List.of(Variant.of(7)));
                      } catch (IOException e) {
                        throw new AssertionError(e);
                      }
                      return List.of(Variant.of(2));
                    }))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("another program changed it meanwhile");
    assertThat(savedValues(save)).containsExactly(Variant.of(7));
  }
}
