package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.save.FormatCandidate;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.FormatDetector;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What holds for all bytes. */
@SuppressWarnings("CheckReturnValue") // only the cost and the exceptions matter
final class BinaryProperties {
  private static final HexFormat HEX = HexFormat.of();

  /** The maximum number of missing bytes at the end. */
  private static final int MOST_PADDING = 3;

  /** How many bytes a level takes at least. */
  private static final int LEAST_LEVEL = 8;

  /** How long a step of a path in a message can be, and what else there is. */
  private static final int LONGEST_STEP = 400;

  private static final long LEAST_HEAP = 64;
  private static final long MOST_HEAP = 4096;

  private BinaryProperties() {}

  /** All of them. */
  static void all(Input input) {
    decode(input);
    prefix(input);
    inspect(input);
    skip(input);
    ReaderProperties.walk(input);
    ReaderProperties.seek(input);
  }

  /**
   * A decoded value is encoded again and then decoded to an equal value, independent of earlier
   * values, except where a codec rounds or replaces as the engine does. It is only refused where
   * rounding would make two keys one.
   */
  static void decode(Input input) {
    VariantCodec codec = input.codec();
    Variant value;
    try {
      value = codec.decode(input.bytes());
    } catch (VariantException e) {
      checkPlace(e, input.bytes().length);
      return;
    }
    VariantCodec fresh = codec.withLimits(codec.limits());
    Check.same(value, fresh.decode(input.bytes()), "a used codec and a new one");
    byte[] encoded;
    try {
      encoded = codec.encode(value);
    } catch (InexpressibleVariantException e) {
      Check.that(exact(codec).encode(value).length > 0, () -> "refused in any precision");
      Check.that(hasRoundedKeys(codec, input.bytes()), () -> "refused: " + e.getMessage());
      return;
    }
    Check.that(codec.encodedSize(value) == encoded.length, () -> "of another size than announced");
    Variant again = codec.decode(encoded);
    if (!value.equals(again)) {
      value = withoutDroppedCharacters(codec, value);
      encoded = codec.encode(value);
      again = codec.decode(encoded);
    }
    if (value.equals(again)) {
      Check.that(value.hashCode() == again.hashCode(), () -> "equal values with other hashes");
    } else if (codec.objects() == ObjectMode.FULL
        || !Values.anyIn(value, BinaryProperties::namesClass)) {
      VariantCodec exact = exact(codec);
      Check.same(value, exact.decode(exact.encode(value)), "the value and what it is encoded to");
    }
    // What was replaced may have made two keys one.
    byte[] settled = value.equals(again) ? encoded : codec.encode(again);
    Check.same(
        hex(settled),
        hex(codec.encode(codec.decode(settled))),
        "the bytes and what they are decoded to");
  }

  /** Returns the value without leading byte order marks, because each reader drops one of them. */
  static Variant withoutDroppedCharacters(VariantCodec codec, Variant value) {
    VariantCodec exact = exact(codec);
    return hasLoss(exact, exact, value, Loss.Reason.CHARACTERS)
        ? converted(exact, exact, value).value()
        : value;
  }

  /** Whether a codec rounds components and finds fewer keys in a value for that. */
  static boolean hasRoundedKeys(VariantCodec codec, byte[] bytes) {
    Variant value = codec.decodePrefix(bytes).value();
    return hasLoss(exact(codec), codec, value, Loss.Reason.SAME_KEY);
  }

  private static boolean hasLoss(
      VariantCodec from, VariantCodec to, Variant value, Loss.Reason reason) {
    return converted(from, to, value).losses().stream().anyMatch(loss -> loss.reason() == reason);
  }

  private static Conversion.Result converted(VariantCodec from, VariantCodec to, Variant value) {
    return Conversion.from(from.dialect())
        .to(to.dialect())
        .withPolicy(ConversionPolicy.DOWNGRADE)
        .convert(value);
  }

  private static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /** Without full objects all classes of elements become one. */
  private static boolean namesClass(Variant value) {
    return value instanceof VariantArray array
        ? namesClass(array.elementType())
        : value instanceof VariantDictionary dictionary
            && (namesClass(dictionary.keyType()) || namesClass(dictionary.valueType()));
  }

  private static boolean namesClass(ElementType type) {
    return type.kind() == ElementType.Kind.CLASS || type.kind() == ElementType.Kind.SCRIPT;
  }

  /** The same codec, but one that does not round. */
  private static VariantCodec exact(VariantCodec codec) {
    Dialect dialect = codec.dialect();
    return dialect.hasDoublePrecision()
        ? VariantCodec.of(dialect.withRealPrecision(RealPrecision.DOUBLE))
            .withObjects(codec.objects())
        : codec;
  }

  /**
   * A value that exceeds a limit exceeds it for each way to read it, independent of earlier values.
   */
  private static void skipWithin(VariantCodec codec, byte[] bytes) {
    for (long heap = LEAST_HEAP; heap <= MOST_HEAP; heap *= 2) {
      VariantCodec tight = codec.withLimits(codec.limits().withHeapBytes(heap));
      String first = problem(() -> tight.decode(bytes));
      Check.same(first, problem(() -> tight.decode(bytes)), "a new codec and a used one");
      String skipped =
          problem(
              () -> {
                try (VariantReader reader = tight.reader(bytes)) {
                  reader.skipValue();
                }
              });
      Check.that(first.isEmpty() == skipped.isEmpty(), () -> first + " but skipping " + skipped);
    }
  }

  /** The problem of some bytes; empty if they are valid. */
  private static String problem(Runnable reading) {
    try {
      reading.run();
      return "";
    } catch (VariantException e) {
      return e.getMessage();
    }
  }

  private static void checkPlace(VariantException e, int length) {
    Check.that(
        e.byteOffset() >= 0 && e.byteOffset() <= length,
        () -> "no place in " + length + " bytes: " + e.getMessage());
    Check.that(e.path().startsWith("$"), () -> "no path: " + e.getMessage());
    Check.that(
        e.getMessage().length() <= LONGEST_STEP * (2 + length / LEAST_LEVEL),
        () -> "a long message: " + e.getMessage());
  }

  /** The start of the input is a value if and only if it is one by itself, in any buffer. */
  static void prefix(Input input) {
    VariantCodec codec = input.codec();
    byte[] bytes = input.bytes();
    Optional<Decoded> found = prefix(codec, ByteBuffer.wrap(bytes));
    ByteBuffer inside = ByteBuffer.allocate(bytes.length + 5).position(3);
    inside.put(bytes).flip().position(3);
    Check.same(found, prefix(codec, inside.duplicate()), "an array and a part of one");
    Check.same(found, prefix(codec, inside.asReadOnlyBuffer()), "a buffer and a read-only one");
    Optional<Variant> whole = accepted(() -> codec.decode(bytes));
    Check.same(
        found.filter(prefix -> prefix.length() == bytes.length).map(Decoded::value),
        whole,
        "a prefix and the whole");
    if (found.isPresent()) {
      int length = found.get().length();
      Check.same(
          found.get().value(),
          codec.decode(Arrays.copyOf(bytes, length)),
          "a prefix and the same by itself");
      byte[] cut = Arrays.copyOf(bytes, length - MOST_PADDING - 1);
      Check.that(prefix(codec, ByteBuffer.wrap(cut)).isEmpty(), () -> "a value without its end");
    }
  }

  private static Optional<Decoded> prefix(VariantCodec codec, ByteBuffer buffer) {
    int from = buffer.position();
    Optional<Decoded> decoded = accepted(() -> codec.decodePrefix(buffer));
    int length = decoded.map(Decoded::length).orElse(0);
    Check.that(buffer.position() == from + length, () -> "at " + buffer + " after " + length);
    return decoded;
  }

  private interface Reading<T> {
    T read();
  }

  private static <T> Optional<T> accepted(Reading<T> reading) {
    try {
      return Optional.of(reading.read());
    } catch (VariantException e) {
      return Optional.empty();
    }
  }

  /** The inspection says what decoding says, and has a name for each byte. */
  static void inspect(Input input) {
    VariantCodec codec = input.codec();
    Inspection inspection = codec.inspect(input.bytes());
    inspection.root().ifPresent(root -> checkTree(root, input.bytes().length));
    Decoded decoded;
    try {
      decoded = codec.decodePrefix(input.bytes());
    } catch (VariantException e) {
      // Of two problems in one place either may be the first.
      Check.same(
          e.path(),
          inspection.failure().map(VariantException::path).orElse("no failure"),
          "decoding and the inspection");
      return;
    }
    Check.that(inspection.failure().isEmpty(), () -> "inspected only: " + inspection.failure());
    Check.same(decoded.length(), inspection.length(), "the length and the inspection's");
    WireNode root = inspection.root().orElseThrow();
    Check.that(root.isComplete(), () -> "a value that is not complete");
    Check.same(decoded.length(), root.length(), "the length and the root's");
    Check.same(decoded.value(), root.value().orElse(decoded.value()), "the value and the root's");
  }

  private static void checkTree(WireNode root, int length) {
    Check.that(root.offset() == 0 && root.length() <= length, () -> "root is " + root);
    Deque<WireNode> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      WireNode node = open.pop();
      List<int[]> parts = new ArrayList<>();
      for (WireField field : node.fields()) {
        Check.that(field.length() > 0, () -> "nothing at " + field);
        parts.add(new int[] {field.offset(), field.length()});
      }
      for (WireNode child : node.children()) {
        parts.add(new int[] {child.offset(), child.length()});
        Check.that(child.isComplete() || !node.isComplete(), () -> node + " has " + child);
        open.push(child);
      }
      parts.sort(Comparator.comparingInt(part -> part[0]));
      int at = node.offset();
      for (int[] part : parts) {
        int start = at;
        Check.that(part[0] == start, () -> node + " has a hole at " + start);
        at += part[1];
      }
      int end = at;
      Check.that(
          end == node.offset() + node.length() || !node.isComplete(),
          () -> node + " ends at " + end);
    }
  }

  /**
   * Every dialect is judged once, best first, and one that fits best would write the same bytes.
   */
  static void probe(Input input) {
    VariantCodec codec = input.codec();
    List<FormatCandidate> ranking =
        FormatDetector.rank(input.bytes(), codec.objects(), codec.limits());
    Set<Dialect> dialects = new HashSet<>(Dialect.presets());
    dialects.remove(Dialect.GODOT_4_4); // another name of GODOT_4
    Check.same(dialects.size(), ranking.size(), "the number of ranked dialects");
    Check.same(
        dialects,
        ranking.stream().map(FormatCandidate::dialect).collect(Collectors.toSet()),
        "the ranked dialects");
    for (int i = 0; i < ranking.size(); i++) {
      FormatCandidate candidate = ranking.get(i);
      FormatCandidate before = ranking.get(Math.max(0, i - 1));
      Check.that(isInOrder(before, candidate), () -> "out of order: " + ranking);
      judge(input, candidate);
    }
  }

  /** Returns whether whole values come first, and of the others engines and longer parts. */
  private static boolean isInOrder(FormatCandidate before, FormatCandidate after) {
    if (before.fit().isWhole() || after.fit().isWhole()) {
      return before.fit().compareTo(after.fit()) <= 0;
    }
    boolean isEngine = after.dialect().hasEngineLeniency() && after.explained() > 0;
    return (before.dialect().hasEngineLeniency() && before.explained() > 0) == isEngine
        ? before.explained() >= after.explained()
        : !isEngine;
  }

  private static void judge(Input input, FormatCandidate candidate) {
    VariantCodec codec =
        VariantCodec.of(candidate.dialect())
            .withObjects(input.codec().objects())
            .withLimits(input.codec().limits());
    Optional<Decoded> decoded = accepted(() -> codec.decodePrefix(input.bytes()));
    if (decoded.isEmpty()) {
      Check.same(Fit.NONE, candidate.fit(), "the fit without a value");
      Check.that(
          candidate.explained() >= 0 && candidate.explained() <= input.bytes().length,
          () -> candidate + " explains bytes that are not there");
      return;
    }
    Decoded found = decoded.get();
    Check.same((long) found.length(), candidate.explained(), "the length and the explained bytes");
    Check.same(
        found.length() == input.bytes().length,
        candidate.fit().isWhole(),
        "whether all bytes are a value");
    Check.that(candidate.fit() != Fit.NONE, () -> candidate + " but " + found);
    if (candidate.fit() == Fit.CANONICAL) {
      VariantCodec writer =
          VariantCodec.of(
                  candidate
                      .dialect()
                      .withRealPrecision(codec.inspect(input.bytes()).realPrecision()))
              .withObjects(codec.objects());
      Check.same(hex(input.bytes()), hex(writer.encode(found.value())), "the bytes again");
    }
  }

  /** Steps over what decoding accepts, and as far; with limits that are near, too. */
  static void skip(Input input) {
    VariantCodec codec = input.codec();
    Optional<Decoded> decoded = accepted(() -> codec.decodePrefix(input.bytes()));
    decoded.ifPresent(value -> skipWithin(codec, Arrays.copyOf(input.bytes(), value.length())));
    try (VariantReader reader = codec.reader(input.bytes())) {
      reader.skipValue();
      long end = reader.byteOffset();
      decoded.ifPresent(value -> Check.that(value.length() == end, () -> "skips to " + end));
    } catch (VariantException e) {
      Check.that(decoded.isEmpty(), () -> "only skipping says: " + e.getMessage());
    }
  }
}
