package io.github.godotvariant.save;

import static io.github.godotvariant.save.TestFiles.savedValues;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueSearchTest {
  private static final SaveOptions SEARCH = SaveOptions.DEFAULT.withSearch(true);
  private static final Variant PLAYER = VariantDictionary.of("name", "Ada", "gold", 12);
  private static final Variant LIST = VariantArray.of(1, "two", new Vector2(1, 2));

  @TempDir Path folder;

  /** Stores something with the methods of the engine. */
  @FunctionalInterface
  interface Store {
    void in(FileAccessWriter writer) throws IOException;
  }

  private static byte[] file(Dialect dialect, Store... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FileAccessWriter writer = FileAccessWriter.open(bytes, SaveFormat.of(dialect))) {
      for (Store part : parts) {
        part.in(writer);
      }
      writer.commit();
    }
    return bytes.toByteArray();
  }

  private static Store value(Variant value) {
    return writer -> writer.storeVar(value);
  }

  static Stream<Arguments> headers() {
    return Stream.<Arguments>of(
            header("version 1", writer -> writer.store32(1)),
            header("version 4", writer -> writer.store32(4)),
            header("version 100", writer -> writer.store32(100)),
            header("a byte", writer -> writer.store8(7)),
            header("64 bits", writer -> writer.store64(1L << 40)),
            header(
                "a magic", writer -> writer.storeBuffer("SAVE".getBytes(StandardCharsets.UTF_8))),
            header("a line", writer -> writer.storeLine("v1.2")),
            header("a text with its length", writer -> writer.storePascalString("slot 1")),
            header("a float", writer -> writer.storeFloat(1.5f)))
        .flatMap(
            one ->
                Stream.of(Dialect.GODOT_3, Dialect.GODOT_4)
                    .map(dialect -> Arguments.of(one.get()[0], one.get()[1], dialect)));
  }

  private static Arguments header(String name, Store store) {
    return Arguments.of(name, store);
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("headers")
  void findsValuesAfterHeader(String name, Store header, Dialect dialect) throws IOException {
    byte[] before = file(dialect, header);
    byte[] bytes = file(dialect, header, value(PLAYER), value(Variant.of(7)), value(LIST));
    try (SaveFile save = SaveFile.open(bytes, SEARCH)) {
      assertThat(save.hasSurroundingBytes()).isTrue();
      assertThat(save.framing()).isEqualTo(Framing.STORE_VAR);
      Iterator<SaveFile.Entry> entries = save.entries();
      SaveFile.Entry first = entries.next();
      assertThat(first.offset()).isEqualTo(before.length + 4L);
      assertThat(first.precedingBytes()).isEqualTo(before);
      assertThat(first.value()).isEqualTo(PLAYER);
      assertThat(entries.next().value()).isEqualTo(Variant.of(7));
      assertThat(entries.next().value()).isEqualTo(LIST);
      assertThat(entries.hasNext()).isFalse();
      assertThat(save.trailingBytes()).isEmpty();
      assertThat(save.codec().dialect()).isEqualTo(dialect);
    }
  }

  static Stream<Variant> texts() {
    return Stream.of(
        Variant.of("Ada"),
        StringName.of("Ada"),
        NodePath.parse("World/Ada"),
        PackedStringArray.of("Ada"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void findsShortText(Variant text) throws IOException {
    byte[] bytes = file(Dialect.GODOT_4, writer -> writer.store8(100), value(text));
    assertThat(savedValues(bytes, SEARCH)).containsExactly(text);
  }

  /** Each value has 8 bytes with its length. */
  @Test
  void keepsLittleForManyValues() throws IOException {
    byte[] bytes = file(Dialect.GODOT_4, writer -> writer.store8(100), value(PLAYER));
    int count = 1 << 20;
    int end = bytes.length;
    bytes = Arrays.copyOf(bytes, end + 8 * count);
    for (int at = end; at < bytes.length; at += 8) {
      bytes[at] = 4; // the length of a null
    }
    long before = usedHeap();
    try (SaveFile save = SaveFile.open(bytes, SEARCH.withDialect(Dialect.GODOT_4))) {
      assertThat(usedHeap() - before).isLessThan(6L * bytes.length);
      int values = 0;
      for (Iterator<SaveFile.Entry> entries = save.entries(); entries.hasNext(); entries.next()) {
        values++;
      }
      assertThat(values).isEqualTo(count + 1);
    }
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void findsValuesBetweenOtherBytes() throws IOException {
    byte[] bytes =
        file(
            Dialect.GODOT_4,
            writer -> writer.store32(3),
            value(PLAYER),
            writer -> writer.storePascalString("x y"),
            value(LIST),
            writer -> writer.store8(9));
    try (SaveFile save = SaveFile.open(bytes, SEARCH)) {
      Iterator<SaveFile.Entry> entries = save.entries();
      assertThat(entries.next().value()).isEqualTo(PLAYER);
      SaveFile.Entry second = entries.next();
      assertThat(second.value()).isEqualTo(LIST);
      assertThat(second.precedingBytes()).hasSize(7);
      assertThat(save.trailingBytes()).containsExactly(9);
      assertThat(save.remarks()).containsExactly("12 bytes around the values were not read");
    }
    try (SaveFile save = SaveFile.open(bytes, SEARCH)) {
      assertThatIllegalStateException().isThrownBy(save::trailingBytes);
      assertThat(save.values()).containsExactly(PLAYER, LIST);
    }
  }

  @Test
  void keepsOtherBytesOfEditedFile() throws IOException {
    Store[] parts = {
      writer -> writer.store32(3),
      value(PLAYER),
      writer -> writer.storeFloat(1.5f),
      value(LIST),
      writer -> writer.store8(9)
    };
    Path path = folder.resolve("player.dat");
    Files.write(path, file(Dialect.GODOT_4, parts));
    Variant rich = PLAYER.asDictionary().with("gold", 1000);
    SaveFile.edit(path, SEARCH, values -> List.of(rich, values.get(1)));
    parts[1] = value(rich);
    assertThat(Files.readAllBytes(path)).isEqualTo(file(Dialect.GODOT_4, parts));
    assertThatThrownBy(() -> SaveFile.edit(path, SEARCH, values -> List.of(rich)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 values instead of 2, but other bytes surround each value");
    assertThat(Files.readAllBytes(path)).isEqualTo(file(Dialect.GODOT_4, parts));
  }

  /** The values after the limit would be taken for other bytes. */
  @Test
  void doesNotSearchFileAboveLimit() throws IOException {
    byte[] bytes = file(Dialect.GODOT_4, writer -> writer.storeLine("v1.2"), value(PLAYER));
    SaveOptions tooShort = SEARCH.withLimits(ReadLimits.DEFAULT.withBytes(bytes.length - 1L));
    assertThatThrownBy(() -> SaveFile.open(bytes, tooShort)).isInstanceOf(SaveFileException.class);
    SaveOptions exact = SEARCH.withLimits(ReadLimits.DEFAULT.withBytes(bytes.length));
    assertThat(savedValues(bytes, exact)).containsExactly(PLAYER);
  }

  @Test
  void searchesOnlyIfAskedTo() throws IOException {
    byte[] bytes = file(Dialect.GODOT_4, writer -> writer.storeLine("v1.2"), value(PLAYER));
    for (SaveOptions options : List.of(SaveOptions.DEFAULT, SEARCH.withFraming(Framing.BARE))) {
      assertThatThrownBy(() -> savedValues(bytes, options)).isInstanceOf(SaveFileException.class);
    }
  }

  @Test
  void opensFilesThatStartWithValuesAsWithoutSearch() throws IOException {
    for (EngineFile file : EngineFile.all()) {
      assertThat(outcome(file, file.options().withSearch(true)))
          .as(file.name())
          .isEqualTo(outcome(file, file.options()));
    }
  }

  private static String outcome(EngineFile file, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(file.bytes(), options)) {
      return save.hasSurroundingBytes() ? "searched" : save + " " + save.values();
    } catch (SaveFileException e) {
      boolean hasOthers = List.of("mixed", "PacketPeerStream.put_packet").contains(file.kind());
      return hasOthers ? "searched" : e.getMessage();
    }
  }

  /** Other bytes often look like numbers, so numbers alone are not found. */
  @Test
  void findsNothingInNoise() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] bytes = new byte[400];
      for (int word = 0; word < bytes.length; word += 4) {
        bytes[word] = (byte) random.nextInt(40);
      }
      try (SaveFile save = SaveFile.open(bytes, SEARCH)) {
        found += save.hasSurroundingBytes() ? 1 : 0;
      } catch (SaveFileException e) {
        assertThat(e.reason()).isNotEqualTo(SaveFileException.Reason.KEY_NEEDED);
      }
    }
    assertThat(found).isLessThanOrEqualTo(1);
  }

  /** Each null is the end of a chain of values that is not certain. */
  @Test
  void searchesBrokenChainsInLinearTime() {
    long few = Math.min(timeOfBrokenChains(1 << 20), timeOfBrokenChains(1 << 20));
    long many = Math.min(timeOfBrokenChains(1 << 22), timeOfBrokenChains(1 << 22));
    assertThat(many).isLessThan(10 * few);
  }

  private static long timeOfBrokenChains(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xFF);
    for (int at = 12; at + 8 <= bytes.length; at += 10) {
      Arrays.fill(bytes, at, at + 8, (byte) 0);
      bytes[at] = 4; // the length of a null
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    assertThatThrownBy(() -> SaveFile.open(bytes, SEARCH)).isInstanceOf(SaveFileException.class);
    return threads.getCurrentThreadCpuTime() - start;
  }

  /** Each offset of these bytes is a length and the start of a value. */
  @Test
  void endsSoonForHostileBytes() throws IOException {
    byte[] bytes = new byte[1 << 20];
    for (int at = 1; at + 8 <= bytes.length; at += 8) {
      bytes[at + 1] = 1; // a length of 256 bytes
      bytes[at + 4] = 28; // an array
    }
    assertThatThrownBy(() -> SaveFile.open(bytes, SEARCH)).isInstanceOf(SaveFileException.class);
    Arrays.fill(bytes, (byte) 4);
    assertThatThrownBy(() -> SaveFile.open(bytes, SEARCH)).isInstanceOf(SaveFileException.class);
  }
}
