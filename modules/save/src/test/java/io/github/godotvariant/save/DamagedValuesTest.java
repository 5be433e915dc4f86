package io.github.godotvariant.save;

import static io.github.godotvariant.save.InvalidFiles.PLAIN;
import static io.github.godotvariant.save.InvalidFiles.check;
import static io.github.godotvariant.save.InvalidFiles.failure;
import static io.github.godotvariant.save.InvalidFiles.patched;
import static io.github.godotvariant.save.InvalidFiles.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks how the framing and the values of files with damaged values are read. */
class DamagedValuesTest {
  @Test
  void rejectsTruncatedValues() {
    byte[] bytes = saved(PLAIN, Variant.of("first"), Variant.of("second"));
    check(
        failure(Arrays.copyOf(bytes, bytes.length - 3)),
        "TRUNCATED at 24: value 1 needs 16 bytes but 13 remain");
    check(
        failure(Arrays.copyOf(bytes, 22)),
        "TRUNCATED at 20: the length of value 1 needs 4 bytes but 2 remain");
    check(failure(Arrays.copyOf(bytes, 10)), "TRUNCATED at 4: a value needs 16 bytes but 6 remain");
  }

  @Test
  void continuesAfterMalformedValue() throws IOException {
    byte[] bytes =
        saved(PLAIN, Variant.of("first"), VariantArray.of(1, "two"), new Vector3(1, 2, 3));
    // The type id of the second element of the array becomes invalid.
    bytes[4 + 16 + 4 + 8 + 8] = 99;
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      Iterator<Variant> values = save.iterator();
      assertThat(values.next()).isEqualTo(Variant.of("first"));
      assertThatThrownBy(values::next)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> {
                check(e, "VALUE at 40: value 1: no type has id 99 in godot-4");
                assertThat(e).hasMessageEndingWith(" in godot-4, at byte 40, $[1]");
              })
          .hasCauseInstanceOf(MalformedVariantException.class);
      assertThat(values.next()).isEqualTo(new Vector3(1, 2, 3));
      assertThat(values.hasNext()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsMalformedFirstValue(Framing framing) throws IOException {
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_3)) {
      byte[] value =
          VariantCodec.of(dialect)
              .encode(VariantDictionary.of("a", VariantArray.of(new Vector2(1, 2), 2, "deep")));
      value[value.length - 12] = 99;
      int place = framing == Framing.BASE64 || framing == Framing.BARE ? 0 : 4;
      try (SaveFile save = SaveFile.open(framed(value, framing), SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(SaveFormat.of(dialect).withFraming(framing));
        Iterator<Variant> values = save.iterator();
        assertThatThrownBy(values::next)
            .isInstanceOfSatisfying(
                SaveFileException.class,
                e -> {
                  int offset = place + value.length - 12;
                  check(e, "VALUE at " + offset + ": value 0: no type has id 99 in " + dialect);
                  assertThat(e).hasMessageEndingWith(", at byte " + offset + ", $.a[2]");
                });
        assertThat(values.hasNext()).isFalse();
      }
    }
  }

  static byte[] framed(byte[] value, Framing framing) {
    ByteBuffer framed = ByteBuffer.allocate(4 + value.length);
    return switch (framing) {
      case STORE_VAR ->
          framed.order(ByteOrder.LITTLE_ENDIAN).putInt(value.length).put(value).array();
      case STORE_VAR_BIG_ENDIAN -> framed.putInt(value.length).put(value).array();
      case BARE -> value;
      case BASE64 -> Base64.getEncoder().encode(value);
    };
  }

  /** Returns a file of encoded values. */
  static byte[] file(Framing framing, List<byte[]> values) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (byte[] value : values) {
      file.writeBytes(framed(value, framing));
      file.writeBytes(framing == Framing.BASE64 ? new byte[] {'\n'} : new byte[0]);
    }
    return file.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARE")
  void continuesAfterMalformedFirstValue(Framing framing) throws IOException {
    for (int id : new int[] {60, 99}) {
      byte[] first = VariantCodec.GODOT_4.encode(Variant.of("first"));
      first[0] = (byte) id;
      byte[] second = VariantCodec.GODOT_4.encode(new Vector2i(1, 2));
      byte[] third = VariantCodec.GODOT_4.encode(Variant.of(7));
      byte[] file = file(framing, List.of(first, second, third));
      try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(PLAIN.withFraming(framing));
        Iterator<Variant> values = save.iterator();
        assertThatThrownBy(values::next)
            .isInstanceOf(SaveFileException.class)
            .hasMessage(
                "value 0: no type has id %d in godot-4, at byte %d"
                    .formatted(id, framing == Framing.BASE64 ? 0 : 4));
        assertThat(values.next()).isEqualTo(new Vector2i(1, 2));
        assertThat(values.next()).isEqualTo(Variant.of(7));
        assertThat(values.hasNext()).isFalse();
      }
    }
  }

  /** In the other byte order, the first value is valid too, but its length is not. */
  @Test
  void readsValuesBeforeTruncationInTheirByteOrder() throws IOException {
    SaveFormat format = PLAIN.withFraming(Framing.STORE_VAR_BIG_ENDIAN);
    VariantDictionary first = VariantDictionary.of("a", VariantArray.of(1, 2, 3));
    byte[] bytes = saved(format, first, first);
    for (int cut = bytes.length / 2 + 4; cut < bytes.length; cut++) {
      try (SaveFile save = SaveFile.open(Arrays.copyOf(bytes, cut), SaveOptions.DEFAULT)) {
        assertThat(save.format()).isEqualTo(format);
        Iterator<Variant> values = save.iterator();
        assertThat(values.next()).isEqualTo(first);
        assertThatThrownBy(values::next)
            .isInstanceOfSatisfying(
                SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TRUNCATED));
      }
    }
  }

  /** The length of the first value is also the type id of an array. */
  @Test
  void prefersFramingOfCompleteValues() throws IOException {
    List<Variant> values =
        List.of(Variant.of("2026-11-22 04:05:06"), Variant.of("broken"), Variant.of(7));
    byte[] bytes = PLAIN.toByteArray(values);
    assertThat(bytes[0]).isEqualTo((byte) 28);
    bytes[4 + 28 + 4] = 77;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format()).isEqualTo(PLAIN);
      Iterator<Variant> each = save.iterator();
      assertThat(each.next()).isEqualTo(values.get(0));
      assertThatThrownBy(each::next)
          .hasMessage("value 1: no type has id 77 in godot-4, at byte 36");
      assertThat(each.next()).isEqualTo(values.get(2));
    }
  }

  /** The type id is also a possible length of a first value. */
  @Test
  void readsDamagedArrayAsBareValue() throws IOException {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of(Collections.nCopies(20, Variant.of("")).toArray()));
    bytes[bytes.length - 8] = 99;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format().framing()).isEqualTo(Framing.BARE);
      assertThatThrownBy(save::values)
          .hasMessage("value 0: no type has id 99 in godot-4, at byte 160, $[19]");
    }
  }

  @Test
  void recognizesGodot3FromDamagedValue() throws IOException {
    byte[] value =
        VariantCodec.GODOT_3.encode(
            VariantDictionary.of("a", VariantArray.of(1, 2, 3), "b", "a text that goes on and on"));
    for (int at : new int[] {4, 8, 32}) {
      byte[] damaged = patched(value, at, 0x7FFF_FFFF);
      try (SaveFile save = SaveFile.open(framed(damaged, Framing.STORE_VAR), SaveOptions.DEFAULT)) {
        assertThat(save.format().dialect()).isEqualTo(Dialect.GODOT_3);
      }
    }
  }
}
