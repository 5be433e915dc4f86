package io.github.godotvariant.cli;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A save file of a player, and calls of {@code gdvar set} that change it. */
abstract class PlayerSave {
  static final VariantDictionary PLAYER =
      VariantDictionary.of(
          "gold", 100,
          "speed", 1.5,
          "state", StringName.of("idle"),
          "home", NodePath.parse("World/House"),
          "scores", VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT)));

  @TempDir Path folder;
  Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(PLAYER));
  }

  Run set(String... more) {
    return Run.gdvar(
        Stream.concat(Stream.of("set", save.toString()), Stream.of(more)).toArray(String[]::new));
  }

  VariantDictionary saved() throws IOException {
    try (SaveFile file = SaveFile.open(save)) {
      return file.values().get(0).asDictionary();
    }
  }

  /** Returns the result of {@code set} for a value of another type. */
  Run rejection(String what) {
    return Run.badData("%s: %s; --retype writes the value unchanged", save, what);
  }
}
