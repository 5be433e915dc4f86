package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoveCommandTest {
  private static final VariantDictionary PLAYER =
      VariantDictionary.of(
          "gold", 100,
          "position", new Vector2(1, 2),
          "scores", VariantArray.of(1, 2, 3).withElementType(ElementType.of(VariantType.INT)),
          "kills", PackedInt32Array.of(4, 5),
          "route", PackedVector2Array.of(1, 2, 3, 4));

  @TempDir Path folder;
  private Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(PLAYER, Variant.of("end")));
  }

  private Run remove(String path, String... more) {
    String command = "remove %s %s --value 0 " + String.join(" ", more);
    return Run.gdvar(Run.words(command, save, path));
  }

  @Test
  void removesEntriesAndElements() throws IOException {
    assertThat(remove("$.gold")).isEqualTo(new Run(0, "- $.gold  int 100\n", ""));
    assertThat(remove("$.scores[1]")).isEqualTo(new Run(0, "- $.scores[1]  int 2\n", ""));
    assertThat(remove("$.kills[0]").code()).isZero();
    assertThat(remove("$.route[1]").code()).isZero();
    try (SaveFile file = SaveFile.open(save)) {
      assertThat(file.values())
          .containsExactly(
              VariantDictionary.of(
                  "position", new Vector2(1, 2),
                  "scores", VariantArray.of(1, 3).withElementType(ElementType.of(VariantType.INT)),
                  "kills", PackedInt32Array.of(5),
                  "route", PackedVector2Array.of(1, 2)),
              Variant.of("end"));
    }
  }

  @Test
  void removesProperties() throws IOException {
    ObjectValue node =
        new ObjectValue(
            "Node",
            List.of(
                new ObjectValue.Property("name", Variant.of("x")),
                new ObjectValue.Property("size", Variant.of(1))));
    SaveFormat.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL).write(save, List.of(node));
    assertThat(remove("$.size", "--objects").out()).isEqualTo("- $.size  int 1\n");
    try (SaveFile file = SaveFile.open(save, SaveOptions.DEFAULT.withObjects(ObjectMode.FULL))) {
      assertThat(file.values())
          .containsExactly(new ObjectValue("Node", node.properties().subList(0, 1)));
    }
  }

  @Test
  void keepsFileWhenPathCannotBeRemoved() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThat(remove("$.golt").err())
        .startsWith("gdvar: " + save + ": there is no $.golt in $, which has ");
    assertThat(remove("$.scores[3]"))
        .isEqualTo(
            Run.badData("%s: there is no $.scores[3] in $.scores, which has 3 elements", save));
    assertThat(remove("$.position.x"))
        .isEqualTo(Run.badData("%s: a component cannot be removed, $.position.x", save));
    assertThat(remove("$")).isEqualTo(Run.badData("%s: a whole value cannot be removed, $", save));
    assertThat(Run.gdvar("remove", save.toString(), "$.gold").code()).isEqualTo(2);
    String remove = "remove %s $.gold --value 0 -o %s";
    assertThat(Run.gdvar(Run.words(remove, save, save)).code()).isEqualTo(2);
    assertThat(Run.gdvar(Run.words(remove, save, folder.resolve("other"))).code()).isZero();
    assertThat(save).hasBinaryContent(before);
  }
}
