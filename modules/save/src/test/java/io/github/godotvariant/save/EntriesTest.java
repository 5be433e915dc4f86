package io.github.godotvariant.save;

import static io.github.godotvariant.save.DamagedValuesTest.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.SaveFile.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads a file in one pass, with the bytes and the value or problem of each entry. */
class EntriesTest {
  private static final List<Variant> VALUES =
      List.of(Variant.of(List.of("one", 1)), Variant.of("two"), Variant.of(List.of(3.5, "three")));

  private static List<byte[]> parts() {
    return new ArrayList<>(VALUES.stream().map(VariantCodec.GODOT_4::encode).toList());
  }

  @ParameterizedTest
  @EnumSource(
      value = Framing.class,
      names = {"BARE"},
      mode = EnumSource.Mode.EXCLUDE)
  void returnsOffsetBytesAndValueOfEachEntry(Framing framing) throws IOException {
    List<byte[]> parts = parts();
    byte[] bytes = file(framing, parts);
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      Iterator<Entry> entries = save.entries();
      long start = 0;
      for (int i = 0; i < parts.size(); i++) {
        Entry entry = entries.next();
        int before = framing == Framing.BASE64 ? 0 : 4;
        assertThat(entry.index()).isEqualTo(i);
        assertThat(entry.offset()).isEqualTo(start + before);
        assertThat(entry.bytes()).isEqualTo(parts.get(i));
        assertThat(entry.problem()).isEmpty();
        assertThat(entry.value()).isEqualTo(VALUES.get(i));
        start += file(framing, parts.subList(i, i + 1)).length;
      }
      assertThat(entries.hasNext()).isFalse();
      assertThat(save.position()).isEqualTo(bytes.length);
    }
  }

  @ParameterizedTest
  @EnumSource(Framing.class)
  void returnsValuesAppendedAfterFirstValue(Framing framing, @TempDir Path folder)
      throws IOException {
    byte[] value = VariantCodec.GODOT_4.encode(Variant.of("x".repeat(20_000)));
    byte[] next = VariantCodec.GODOT_4.encode(Variant.of("y".repeat(30_000)));
    Path path = Files.write(folder.resolve("growing"), file(framing, List.of(value)));
    try (SaveFile save = SaveFile.open(path)) {
      Iterator<byte[]> values = save.encoded();
      byte[] first = values.next();
      for (int i = 0; i < 3; i++) {
        assertThat(values.hasNext()).isFalse();
        Files.write(path, file(framing, List.of(next)), StandardOpenOption.APPEND);
        assertThat(values.next()).isEqualTo(next);
      }
      assertThat(first).isEqualTo(value);
    }
  }

  @Test
  void returnsMalformedValueWithItsBytesAndContinues() throws IOException {
    List<byte[]> parts = parts();
    byte[] broken = parts.get(0).clone();
    broken[8] = 99;
    parts.add(1, broken);
    try (SaveFile save = SaveFile.open(file(Framing.STORE_VAR, parts), SaveOptions.DEFAULT)) {
      Iterator<Entry> entries = save.entries();
      assertThat(entries.next().value()).isEqualTo(VALUES.get(0));
      Entry entry = entries.next();
      assertThat(entry.bytes()).isEqualTo(broken);
      assertThat(entry.problem().orElseThrow())
          .hasMessageContaining("value 1: ")
          .extracting(SaveFileException::offset)
          .isEqualTo(entry.offset() + 8);
      assertThatThrownBy(entry::value).hasMessage(entry.problem().orElseThrow().getMessage());
      assertThat(entries.next().value()).isEqualTo(VALUES.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Framing.class,
      names = {"STORE_VAR", "STORE_VAR_BIG_ENDIAN"})
  void returnsTruncatedLastValueWithItsBytes(Framing framing) throws IOException {
    byte[] whole = file(framing, parts());
    for (int missing : new int[] {1, 30}) {
      byte[] cut = Arrays.copyOf(whole, whole.length - missing);
      try (SaveFile save = SaveFile.open(cut, SaveOptions.DEFAULT)) {
        Iterator<Entry> entries = save.entries();
        entries.next();
        entries.next();
        Entry last = entries.next();
        assertThat(last.index()).isEqualTo(2);
        assertThat(last.problem().orElseThrow().reason())
            .isEqualTo(SaveFileException.Reason.TRUNCATED);
        assertThat(last.bytes())
            .isEqualTo(Arrays.copyOf(parts().get(2), parts().get(2).length - missing));
        assertThat(last.offset()).isEqualTo(cut.length - last.bytes().length);
        assertThatThrownBy(last::value).isInstanceOf(SaveFileException.class);
        assertThat(entries.hasNext()).isFalse();
      }
    }
  }

  @Test
  void returnsTruncatedLengthAsEntry() throws IOException {
    byte[] whole = file(Framing.STORE_VAR, parts());
    byte[] cut = Arrays.copyOf(whole, whole.length - parts().get(2).length - 1);
    try (SaveFile save = SaveFile.open(cut, SaveOptions.DEFAULT)) {
      Iterator<Entry> entries = save.entries();
      entries.next();
      entries.next();
      Entry last = entries.next();
      assertThat(last.bytes()).isEqualTo(Arrays.copyOfRange(cut, cut.length - 3, cut.length));
      assertThat(last.problem().orElseThrow())
          .hasMessageContaining("the length of value 2 needs 4");
      assertThat(entries.hasNext()).isFalse();
    }
  }

  @Test
  void rejectsTruncatedValueWhereNoEntryIsReturned() throws IOException {
    byte[] whole = file(Framing.STORE_VAR, parts());
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    try (SaveFile save = SaveFile.open(cut, SaveOptions.DEFAULT)) {
      Iterator<byte[]> encoded = save.encoded();
      encoded.next();
      encoded.next();
      assertThatThrownBy(encoded::next).isInstanceOf(SaveFileException.class);
      assertThat(encoded.hasNext()).isFalse();
    }
    try (SaveFile save = SaveFile.open(cut, SaveOptions.DEFAULT)) {
      assertThatThrownBy(save::values).isInstanceOf(SaveFileException.class);
    }
  }

  /** Later calls return the same object. */
  @Test
  void decodesValueOnce() throws IOException {
    try (SaveFile save = SaveFile.open(file(Framing.STORE_VAR, parts()), SaveOptions.DEFAULT)) {
      Entry entry = save.entries().next();
      assertThat(entry.problem()).isEmpty();
      assertThat(entry.value()).isSameAs(entry.value());
    }
  }

  /** The dialect of a long value is recognised without creating the value. */
  @Test
  void recognizesLongValueWithoutCreatingIt() throws IOException {
    VariantArray part = VariantArray.of(Variant.of(new byte[1 << 20]), Variant.of("end"));
    VariantArray all = VariantArray.copyOf(java.util.Collections.nCopies(20, part));
    byte[] file = file(Framing.STORE_VAR, List.of(VariantCodec.GODOT_4.encode(all)));
    try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT)) {
      assertThat(save.candidates()).isEmpty();
      Entry entry = save.entries().next();
      assertThat(entry.problem()).isEmpty();
      assertThat(entry.value()).isEqualTo(all).isNotSameAs(entry.value());
    }
    file[file.length - 9] = 99; // the header of the last string
    file[file.length - 12] = 99;
    try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT)) {
      Entry entry = save.entries().next();
      assertThat(entry.problem().orElseThrow()).hasMessageContaining("[19][1]");
    }
  }
}
