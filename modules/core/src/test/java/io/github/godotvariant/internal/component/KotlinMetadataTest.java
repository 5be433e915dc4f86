package io.github.godotvariant.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.internal.component.KotlinMetadata.KotlinClass;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KotlinMetadataTest {
  @ParameterizedTest
  @CsvSource({
    "id, getId",
    "URL, getURL",
    "isAlive, isAlive",
    "is1, is1",
    "is_late, is_late",
    "issue, getIssue",
    "is, getIs",
    "x, getX",
    "_x, get_x",
    "élan, getélan"
  })
  void namesGettersLikeKotlin(String property, String getter) {
    assertThat(KotlinMetadata.getter(property)).isEqualTo(getter);
  }

  @Test
  void rejectsTypesThatAreNestedTooDeep() {
    KotlinClass deepest = KotlinMetadata.parse(new String[] {nested(248)}, new String[0]);
    assertThat(deepest.constructor()).hasSize(1);
    for (int levels : new int[] {249, 5_000}) {
      String[] data = {nested(levels)};
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KotlinMetadata.parse(data, new String[0]))
          .withMessage("the Kotlin metadata is nested deeper than 500 levels");
    }
  }

  /** Returns a class with a parameter whose type is {@code List<List<…>>}. */
  private static String nested(int levels) {
    byte[] type = {};
    for (int i = 0; i < levels; i++) {
      type = message(2, message(2, type)); // an argument, and its type
    }
    byte[] constructor = message(8, message(2, message(3, type)));
    return "\0\0" + new String(constructor, StandardCharsets.ISO_8859_1);
  }

  private static byte[] message(int field, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(field << 3 | 2);
    int length = content.length;
    for (; length > 0x7f; length >>>= 7) {
      out.write(length & 0x7f | 0x80);
    }
    out.write(length);
    out.writeBytes(content);
    return out.toByteArray();
  }
}
