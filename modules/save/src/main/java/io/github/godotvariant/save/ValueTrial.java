package io.github.godotvariant.save;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.FormatCandidate.Fit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of a value in several dialects, and keeps the results. */
final class ValueTrial {
  /**
   * The maximum length in bytes of a value that is kept in decoded form. A longer value is decoded
   * again when it is needed.
   */
  private static final int MAX_KEPT_BYTES = 1 << 24;

  final byte[] bytes;
  final Framing framing;

  /** The index of the value in the file, 0 for the first value. */
  final int index;

  /** The offset in the contents at which the bytes or the line of Base64 start. */
  final long offset;

  /** Whether the bytes can be the start of a value. */
  final boolean hasHeader;

  private final List<Reading> readings = new ArrayList<>(2);

  /** Creates a trial of bytes that are not copied, so they must not change. */
  ValueTrial(byte[] bytes, Framing framing, int index, long offset, boolean hasHeader) {
    this.bytes = bytes;
    this.framing = framing;
    this.index = index;
    this.offset = offset;
    this.hasHeader = hasHeader;
  }

  /** Returns the same bytes without readings, which can need more memory than the bytes. */
  ValueTrial withoutReadings() {
    return new ValueTrial(bytes, framing, index, offset, hasHeader);
  }

  /**
   * The codecs of a possible dialect.
   *
   * @param asked the codec with the object mode of the options
   * @param full the codec that reads full objects even if the options forbid them, so that objects
   *     do not make a dialect less likely
   * @param exact the codec {@code asked}; after a value of double precision was read, the same
   *     codec with double precision
   */
  record Option(VariantCodec asked, VariantCodec full, VariantCodec exact) {
    Option(VariantCodec asked, VariantCodec full) {
      this(asked, full, asked);
    }

    Dialect dialect() {
      return exact.dialect();
    }
  }

  /**
   * The result of reading the bytes with a codec.
   *
   * @param value the value at the start of the bytes; null if there is none, or if it is longer
   *     than {@link #MAX_KEPT_BYTES}
   * @param length the number of bytes that were read
   * @param problem the exception, which does not have the path of the problem yet; null if a value
   *     was read
   */
  record Reading(
      VariantCodec codec,
      @Nullable Variant value,
      int length,
      RealPrecision precision,
      @Nullable VariantException problem) {
    boolean exceedsLimit() {
      return problem instanceof VariantLimitException;
    }
  }

  boolean isWhole(Reading reading) {
    return reading.problem == null && reading.length == bytes.length;
  }

  /** Reads the value. Also reads full objects that the options forbid. */
  Reading read(Option option) {
    if (option.dialect().objectForm() == ObjectForm.FLAGGED) {
      Reading reading = read(option.asked);
      if (!(reading.problem instanceof ForbiddenVariantException)) {
        return reading; // the codec for full objects gives the same result
      }
    }
    return read(option.full);
  }

  /** Reads the value, or returns the previous result of the codec. */
  Reading read(VariantCodec codec) {
    Reading known = find(codec);
    if (known == null) {
      known = decode(codec);
      readings.add(known);
    }
    return known;
  }

  private @Nullable Reading find(VariantCodec codec) {
    for (Reading reading : readings) {
      if (reading.codec == codec) {
        return reading;
      }
    }
    return null;
  }

  private Reading decode(VariantCodec codec) {
    try {
      if (bytes.length > MAX_KEPT_BYTES) {
        Inspection inspection = codec.inspect(bytes, 0, 0);
        if (inspection.failure().isPresent()) {
          throw inspection.failure().get();
        }
        return new Reading(codec, null, inspection.length(), inspection.realPrecision(), null);
      }
      try (VariantReader reader = codec.reader(bytes)) {
        Variant value = CODEC.readWithoutPath(reader);
        return new Reading(codec, value, (int) reader.byteOffset(), precision(reader), null);
      }
    } catch (VariantException e) {
      int length = (int) Math.max(0, e.byteOffset());
      return new Reading(codec, null, length, RealPrecision.SINGLE, e);
    }
  }

  /** Returns the precision of the components that a reader has read. */
  static RealPrecision precision(VariantReader reader) {
    return CODEC.hasReadDoubles(reader) ? RealPrecision.DOUBLE : RealPrecision.SINGLE;
  }

  /** Returns the value of a reading, which must not have a problem. */
  Variant value(Reading reading) {
    return reading.value != null ? reading.value : reading.codec.decodePrefix(bytes).value();
  }

  /**
   * Returns the exception of a failed attempt to read the value; null if the attempt was
   * successful. Decodes the value again to find the path of the problem.
   */
  @Nullable VariantException problem(Reading reading) {
    if (reading.problem == null) {
      return null;
    }
    try {
      Decoded unused = reading.codec.decodePrefix(bytes);
    } catch (VariantException e) {
      return e;
    }
    return reading.problem;
  }

  /** Returns the exception for the bytes after the value of a reading. */
  VariantException excessProblem(Reading reading) {
    return new MalformedVariantException(
        Counts.bytesFollow(bytes.length - reading.length) + " the value", reading.length, "$");
  }

  /** Returns whether two dialects both read all bytes, but as different values. */
  boolean differs(Option one, Option other) {
    Reading first = read(one);
    Reading second = read(other);
    return isWhole(first) && isWhole(second) && !value(first).equals(value(second));
  }

  /** Returns how well the bytes fit a dialect. The reading is not kept, which saves memory. */
  FormatCandidate judge(Option option) {
    return judge(List.of(option)).get(0);
  }

  /** Returns how well the bytes fit each dialect, as {@link #judge(Option)}. */
  List<FormatCandidate> judge(List<Option> options) {
    List<FormatCandidate> candidates = new ArrayList<>();
    Variant value = Variant.NIL;
    @Nullable TextRule textRule = null;
    String oddity = "";
    for (Option option : options) {
      int before = readings.size();
      Reading reading = read(option);
      readings.subList(before, readings.size()).clear();
      if (reading.problem != null) {
        candidates.add(candidate(reading, Fit.NONE, reading.problem.problem()));
      } else if (reading.length < bytes.length) {
        String what = value(reading).type() + " of " + Counts.bytes(reading.length);
        String rest = Counts.bytesFollow(bytes.length - reading.length);
        candidates.add(candidate(reading, Fit.PREFIX, what + ", and " + rest));
      } else {
        // If this dialect writes the value that the previous dialect has read to the same bytes,
        // this dialect also reads that value. The values can differ only if the rules for texts
        // differ, because a rule can drop a byte order mark.
        String flaw = "";
        if (textRule != reading.codec.dialect().textRule()
            || !difference(option.full, reading.precision, value).isEmpty()) {
          value = Variant.NIL; // two large values at a time would need twice the memory
          value = value(reading);
          textRule = reading.codec.dialect().textRule();
          oddity = find(value, one -> !oddity(one).isEmpty()).map(ValueTrial::oddity).orElse("");
          flaw = difference(option.full, reading.precision, value);
        }
        flaw = oddity.isEmpty() ? flaw : oddity;
        String what = value.type() + " of " + Counts.bytes(reading.length);
        candidates.add(
            flaw.isEmpty()
                ? candidate(
                    reading, Fit.CANONICAL, what + ", just as it is written in this dialect")
                : candidate(reading, Fit.READABLE, what + ", but " + flaw));
      }
    }
    return candidates;
  }

  /**
   * Returns a text that says how the bytes that a codec writes for a value differ from those that
   * were read; empty if the bytes are the same.
   */
  private String difference(VariantCodec codec, RealPrecision precision, Variant value) {
    VariantCodec writer =
        precision == codec.dialect().realPrecision()
            ? codec
            : VariantCodec.of(codec.dialect().withRealPrecision(precision))
                .withObjects(codec.objects());
    try {
      return CODEC.encodesTo(writer, value, bytes) ? "" : "it would be written otherwise";
    } catch (VariantException e) {
      return "it could not be written: " + e.problem();
    }
  }

  private FormatCandidate candidate(Reading reading, Fit fit, String reason) {
    return new FormatCandidate(framing, reading.codec.dialect(), fit, reading.length, reason);
  }

  /**
   * Finds any value that is not a container and satisfies a condition: the root, or a value inside
   * it.
   */
  static Optional<Variant> find(Variant root, Predicate<Variant> condition) {
    Deque<Iterable<Variant>> open = new ArrayDeque<>(List.of(List.of(root)));
    while (!open.isEmpty()) {
      for (Variant value : open.pop()) {
        if (value instanceof VariantArray array) {
          open.push(array);
        } else if (value instanceof VariantDictionary dictionary) {
          open.push(dictionary.keys());
          open.push(dictionary.values());
        } else if (condition.test(value)) {
          return Optional.of(value);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * {@return whether a condition is true for the text of a string, name or path, or for a text of a
   * packed array}
   */
  static boolean hasText(Variant value, Predicate<String> condition) {
    return value instanceof PackedStringArray texts
        ? texts.asList().stream().anyMatch(condition)
        : (value instanceof StringValue text && condition.test(text.value()))
            || (value instanceof StringName name && condition.test(name.value()))
            || (value instanceof NodePath path && condition.test(path.path()));
  }

  /** Returns the reason why a value is probably wrong; empty if the value is plausible. */
  private static String oddity(Variant value) {
    if (hasText(value, ValueTrial::hasControl)) {
      String kind =
          value instanceof StringName ? "name" : value instanceof NodePath ? "path" : "text";
      return "a " + kind + " has control characters";
    }
    return value instanceof Shape shape && hasDenormal(shape.toDoubles())
        ? "a " + value.type() + " has components as small as integers look in float bits"
        : "";
  }

  private static boolean hasControl(String text) {
    for (int i = 0; i < text.length(); i++) { // a stream would double the time of the detection
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t') {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a component is a denormal number. Small integers that are read as floats are
   * denormal, and real data rarely is.
   */
  private static boolean hasDenormal(double[] components) {
    return Arrays.stream(components).anyMatch(c -> c != 0 && Math.abs(c) < Float.MIN_NORMAL);
  }
}
