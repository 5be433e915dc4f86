package io.github.godotvariant.cli.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Basis;
import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.RID;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.cli.terminal.Text;
import org.junit.jupiter.api.Test;

class NotationTest {
  private static String of(Variant value) {
    return new Notation(Detail.FULL).of(value);
  }

  @Test
  void printsValuesWithoutTypes() {
    assertThat(of(Variant.NIL)).isEqualTo("null");
    assertThat(of(Variant.of(0.5))).isEqualTo("0.5");
    assertThat(of(new Vector3(1, 2.5, -3))).isEqualTo("(1, 2.5, -3)");
    assertThat(of(StringName.of("run"))).isEqualTo("&\"run\"");
    assertThat(of(NodePath.parse("/root/A:x"))).isEqualTo("\"/root/A:x\"");
    assertThat(of(new RID(-1))).isEqualTo("18446744073709551615");
    assertThat(of(new ObjectIdValue(7))).isEqualTo("id 7");
    assertThat(of(new Signal("died", 7))).isEqualTo("\"died\" of object 7");
    assertThat(of(PackedFloat32Array.of(1f, 0.1f))).isEqualTo("1.0, 0.1");
    assertThat(of(PackedStringArray.of("a", "b\""))).isEqualTo("\"a\", \"b\\\"\"");
    assertThat(of(PackedColorArray.of(1f, 0f, 0.5f, 1f))).isEqualTo("(1, 0, 0.5, 1)");
  }

  @Test
  void printsSignOfZeros() {
    assertThat(of(Variant.of(-0.0))).isEqualTo("-0.0");
    assertThat(of(new Vector3(-0.0, 0, -3))).isEqualTo("(-0, 0, -3)");
    assertThat(of(new Color(0, -0f, 1, 1))).isEqualTo("(0, -0, 1, 1)");
    Basis basis = new Basis(new Vector3(1, -0.0, 2), new Vector3(3, 4, 5), new Vector3(-0.0, 6, 7));
    assertThat(of(basis)).isEqualTo("(1, 3, -0, -0, 4, 6, 2, 5, 7)");
    assertThat(of(new Transform3D(basis, new Vector3(8, 9, -0.0))))
        .isEqualTo("(1, 3, -0, -0, 4, 6, 2, 5, 7, 8, 9, -0)");
    assertThat(of(PackedFloat32Array.of(-0f, 0f))).isEqualTo("-0.0, 0.0");
    assertThat(of(PackedVector2Array.of(-0f, 1f))).isEqualTo("(-0, 1)");
  }

  @Test
  void escapesTerminalControls() {
    assertThat(of(Variant.of("a\"\\\n\r\t\033[31m\u202e\u2028\u0085")))
        .isEqualTo("\"a\\\"\\\\\\n\\r\\t\\u001b[31m\\u202e\\u2028\\u0085\"");
    assertThat(Text.printable("Élodie 😀 \ud800")).isEqualTo("Élodie 😀 \\ud800");
  }

  @Test
  void shortensLongValues() {
    Notation notation = new Notation(new Detail(1, 1, 3, 4, 1));
    assertThat(notation.of(Variant.of("abcd"))).isEqualTo("\"abcd\"");
    assertThat(notation.of(PackedFloat32Array.of(1, 2, 3))).isEqualTo("1.0, 2.0, 3.0");
    assertThat(notation.hasShortened()).isFalse();
    assertThat(notation.of(Variant.of("😀😀😀😀😀"))).isEqualTo("\"😀😀😀😀…\" (5 characters)");
    assertThat(notation.of(PackedFloat32Array.of(1, 2, 3, 4))).isEqualTo("1.0, 2.0, 3.0, …");
    assertThat(notation.plain("abcde")).isEqualTo("abcd…");
    assertThat(notation.hasShortened()).isTrue();
  }

  @Test
  void printsCountsWithNouns() {
    assertThat(Text.count(1, "entry")).isEqualTo("1 entry");
    assertThat(Text.count(1204, "entry")).isEqualTo("1,204 entries");
    assertThat(Text.count(0, "byte")).isEqualTo("0 bytes");
  }
}
