package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each text returns a value or throws {@link VariantException}, with bounded time and memory. */
@SuppressWarnings("CheckReturnValue") // the tests check the cost or the exception
class HostileJsonTest {
  private static final int MUTATIONS = 250 * Integer.getInteger("laws", 1);
  private static final long MUCH_MEMORY = 256L << 20;
  private static final int HEAP = 1 << 20;
  private static final int MAX_ALLOCATED_FOR_BYTE = 8;

  /** Pieces that mutations insert. */
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "null",
          "true",
          "-",
          "0",
          "1e999",
          "-0e400",
          "\"type\"",
          "\"args\":",
          "\"props\":",
          "\"elem_type\":",
          "\"elem_kind\":\"class\"",
          "\"id\":\"1\"",
          "\"i:1\"",
          "\"f:nan\"",
          "\"Vector2\"",
          "\"Dictionary\"",
          "\"PackedByteArray\"",
          "\u0000",
          "\u2028",
          "\uD800",
          "\\ud800",
          "9223372036854775808",
          " ");

  /** The form of JSON to read. */
  enum Form {
    NATIVE,
    PLAIN;

    Variant read(String text) {
      return this == NATIVE
          ? NativeJson.GODOT_4.withObjects(ObjectMode.FULL).read(text)
          : PlainJson.DEFAULT.read(text);
    }

    String write(Variant value) {
      return this == NATIVE ? NativeJson.GODOT_4.write(value) : PlainJson.DEFAULT.write(value);
    }
  }

  @ParameterizedTest
  @EnumSource
  void returnsValueOrThrowsVariantExceptionForMutations(Form form) {
    SplittableRandom random = new SplittableRandom(11);
    RandomVariants values = RandomVariants.of(Dialect.GODOT_4, 11);
    int accepted = 0;
    int rejected = 0;
    while (accepted + rejected < MUTATIONS) {
      String text;
      try {
        text = form.write(values.next());
      } catch (VariantException e) {
        continue; // keys with equal text
      }
      String mutated = mutated(text, random);
      try {
        assertThat(form.read(mutated)).isNotNull();
        accepted++;
      } catch (MalformedTextException e) {
        rejected++;
        assertThat(e.line()).as(mutated).isPositive();
        assertThat(e.column()).as(mutated).isPositive();
        assertThat(e.getMessage()).contains(", at line ");
      } catch (VariantLimitException e) {
        rejected++;
        assertThat(e.getMessage()).contains(", at line ");
      } catch (RuntimeException e) {
        throw new AssertionError(mutated, e);
      }
    }
    System.out.printf("%s: %d mutations refused, %d accepted%n", form, rejected, accepted);
    assertThat(accepted).isGreaterThan(MUTATIONS / 50);
    assertThat(rejected).isGreaterThan(MUTATIONS / 2);
  }

  private static String mutated(String text, SplittableRandom random) {
    StringBuilder mutated = new StringBuilder(text);
    for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
      int at = random.nextInt(mutated.length() + 1);
      int end = Math.min(mutated.length(), at + random.nextInt(1, 8));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        case 2 -> mutated.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
        default -> mutated.insert(at, mutated.substring(at, end));
      }
    }
    return mutated.toString();
  }

  static Stream<Arguments> hostileTexts() {
    int million = 1_000_000;
    return Stream.of(
        Arguments.of("arrays", "[".repeat(million)),
        Arguments.of("objects", "{\"args\":[".repeat(million)),
        Arguments.of("members", "{\"a\":".repeat(million)),
        Arguments.of("large exponent", "[1e999999999]"),
        Arguments.of("larger exponent", "[1e" + "9".repeat(500) + "]"),
        Arguments.of("many digits", "[" + "9".repeat(10 * million) + "]"),
        Arguments.of("many decimals", "[0." + "9".repeat(10 * million) + "]"),
        Arguments.of("many exponent digits", "[1e" + "9".repeat(10 * million) + "]"),
        Arguments.of("digits in a string", "[\"i:" + "9".repeat(10 * million) + "\",]"),
        Arguments.of("digits in a float", "[\"f:" + "9".repeat(10 * million) + "\",]"),
        Arguments.of("spaces", " ".repeat(10 * million)),
        Arguments.of("a name", "{\"" + "a".repeat(10 * million) + "\":}"),
        Arguments.of("a string without end", "\"" + "a".repeat(10 * million)),
        Arguments.of("escapes", "[\"" + "\\u0041".repeat(million) + "\",]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostileTexts")
  void rejectsHostileTextsQuickly(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (ReadLimits limits : List.of(ReadLimits.DEFAULT, ReadLimits.NETWORK)) {
      NativeJson nativeJson = NativeJson.GODOT_4.withLimits(limits);
      PlainJson plainJson = PlainJson.DEFAULT.withLimits(limits);
      rejectsCheaply(() -> nativeJson.read(text));
      rejectsCheaply(() -> plainJson.read(text));
      rejectsCheaply(() -> nativeJson.read(stream(bytes)));
      rejectsCheaply(() -> plainJson.read(stream(bytes)));
    }
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  /** A call that reads a text that must be rejected. */
  private interface Reading {
    void read() throws IOException;
  }

  private static void rejectsCheaply(Reading reading) {
    long before = allocated();
    assertThatExceptionOfType(VariantException.class).isThrownBy(reading::read);
    assertThat(allocated() - before).isLessThan(MUCH_MEMORY);
  }

  /** Returns the bytes that this thread has allocated. */
  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Returns node paths in each notation, and values of each JSON form. */
  static List<String> parts() {
    List<String> parts = new ArrayList<>();
    for (String path :
        List.of("", "a", "a/b:c", "/".repeat(100), "a/".repeat(100), "a:".repeat(100), "日/日/日")) {
      String text = "\"np:" + path + "\"";
      parts.add(text);
      parts.add("{\"type\":\"Array\",\"elem_type\":\"NodePath\",\"args\":[" + text + "]}");
      parts.add("{\"args\":[" + text + "],\"type\":\"Array\"}");
      parts.add("{\"args\":[" + text + "," + text + "],\"type\":\"Dictionary\"}");
    }
    for (int names : new int[] {1, 100}) {
      List<String> empty = Collections.nCopies(names, "");
      parts.add(NativeJson.GODOT_4.write(new NodePath(empty, empty, true)));
    }
    for (VariantType type : VariantType.values()) {
      int components = type.elementType().orElse(type).components().size();
      if (type.component().isPresent()) {
        parts.add(numbers(type, components));
      } else if (type.elementType().isPresent() && type != VariantType.PACKED_STRING_ARRAY) {
        parts.add(numbers(type, 0));
        parts.add(numbers(type, 100 * Math.max(1, components)));
      }
    }
    parts.addAll(
        List.of(
            "null",
            "\"i:1000\"",
            "\"f:1.5\"",
            "\"s:a\"",
            "\"sn:日\"",
            "[]",
            "{\"type\":\"RID\"}",
            "{\"type\":\"Signal\"}",
            "{\"type\":\"Dictionary\",\"args\":[]}",
            "{\"type\":\"PackedStringArray\",\"args\":[\"a\"]}"));
    return parts;
  }

  private static String numbers(VariantType type, int count) {
    String numbers = String.join(",", Collections.nCopies(count, "1"));
    return "{\"type\":\"" + type + "\",\"args\":[" + numbers + "]}";
  }

  @ParameterizedTest
  @MethodSource("parts")
  void boundsAllocationsByMemoryLimit(String part) {
    String list = "[" + (part + ",").repeat(Math.max(4, 8 * HEAP / 3 / part.length()));
    assertThat(allocatedUntilRejected(list)).isLessThan(MAX_ALLOCATED_FOR_BYTE * HEAP);
  }

  /** A list doubles its array of 4 bytes for each number, and the result is a copy. */
  @Test
  void holdsFourBytesForEachIntegerOf32Bits() {
    int count = 1 << 20;
    String json = "{\"args\":[" + "300,".repeat(count - 1) + "300],\"type\":\"PackedInt32Array\"}";
    for (int i = 0; i < 2; i++) {
      NativeJson.GODOT_4.read(json); // loads classes
    }
    long before = allocated();
    NativeJson.GODOT_4.read(json);
    assertThat(allocated() - before).isBetween(8L * count, 16L * count);
  }

  /** Only the names exceed the limit; the text alone does not. */
  @Test
  void chargesNamesOfNodePathsBeforeMakingThem() {
    for (String separator : List.of("/", ":", "//")) {
      String path = "\"np:a" + (separator + "a").repeat(HEAP / 8) + "\"";
      for (String json :
          List.of(
              path,
              "[" + path + "]",
              "{\"args\":[" + path + "],\"type\":\"Array\",\"elem_type\":\"NodePath\"}",
              "{\"type\":\"Array\",\"elem_type\":\"NodePath\",\"args\":[" + path + "]}",
              "{\"type\":\"Dictionary\",\"args\":[" + path + ",null]}")) {
        assertThat(allocatedUntilRejected(json)).isLessThan(MAX_ALLOCATED_FOR_BYTE * HEAP);
      }
    }
  }

  private static long allocatedUntilRejected(String json) {
    NativeJson limited = NativeJson.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(HEAP));
    long allocated = 0;
    // The first call also loads classes.
    for (int i = 0; i < 2; i++) {
      long before = allocated();
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> limited.read(json))
          .withMessageContaining("more memory than the limit");
      allocated = allocated() - before;
    }
    return allocated;
  }

  /** Reading stops at the limit. */
  @Test
  void rejectsEndlessStreams() {
    for (String piece : List.of("[", "null,", "1,", "\"s:a\",", " ", "a", "[],", "\"f:1\",")) {
      for (String start : List.of("", "[", "\"", "{\"args\":[", "{\"args\":[1,")) {
        ReadLimits limits = ReadLimits.NETWORK;
        rejectsCheaply(() -> NativeJson.GODOT_4.withLimits(limits).read(new Endless(start, piece)));
        rejectsCheaply(() -> PlainJson.DEFAULT.withLimits(limits).read(new Endless(start, piece)));
      }
    }
  }

  /** A prefix, then the same bytes without end. */
  private static final class Endless extends InputStream {
    private final String start;
    private final String piece;
    private long at;

    Endless(String start, String piece) {
      this.start = start;
      this.piece = piece;
    }

    @Override
    public int read() {
      long place = at++;
      return place < start.length()
          ? start.charAt((int) place)
          : piece.charAt((int) ((place - start.length()) % piece.length()));
    }

    @Override
    public int read(byte[] to, int from, int length) {
      for (int i = 0; i < length; i++) {
        to[from + i] = (byte) read();
      }
      return length;
    }
  }

  @Test
  void rejectsInvalidEncodings() {
    byte[][] texts = {
      {'"', 's', ':', (byte) 0xFF, '"'},
      {'"', 's', ':', (byte) 0xC3, '"'},
      {'"', 's', ':', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
      {'"', 's', ':', (byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80, '"'},
      {0, 0, 0, '"', 0, 0},
      {'"', 0, 's', 0, ':', 0, 1},
      {}
    };
    for (byte[] text : texts) {
      assertThatExceptionOfType(MalformedTextException.class)
          .as(Arrays.toString(text))
          .isThrownBy(() -> NativeJson.GODOT_4.read(stream(text)));
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> PlainJson.DEFAULT.read(stream(text)));
    }
  }

  /** Names with equal hash codes in the JDK and in Jackson. */
  @Test
  void boundsTimeForCollidingNames() {
    for (String[] pair : new String[][] {{"Aa", "BB"}, {"B!", "AB"}}) {
      StringBuilder text = new StringBuilder("{");
      for (int i = 0; i < 1 << 16; i++) {
        text.append(i == 0 ? "\"" : ",\"");
        for (int bit = 0; bit < 16; bit++) {
          text.append(pair[i >> bit & 1]);
        }
        text.append("\":1");
      }
      String json = text.append('}').toString();
      try {
        assertThat(PlainJson.DEFAULT.read(json).asDictionary().size()).isEqualTo(1 << 16);
      } catch (VariantLimitException e) {
        assertThat(e.getMessage()).contains("collisions");
      }
    }
  }
}
