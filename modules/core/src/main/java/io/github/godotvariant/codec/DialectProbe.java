package io.github.godotvariant.codec;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reusable.Slot;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.wire.TextCache;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells which dialects an encoded value can be in. Bytes do not say it, and many values can be read
 * in several dialects, mostly as something else: the answer is a ranking with reasons, and the
 * decision is the caller's. What was decoded because the caller asked for it is kept for the next
 * time; a ranking holds one value at a time.
 *
 * <p>Not for use by several threads.
 */
public final class DialectProbe {
  /**
   * Every preset once, as {@link Dialect#GODOT_4_4} is {@link Dialect#GODOT_4} by another name.
   * Those that come first among equals are those that are met most: the newest of each engine.
   */
  private static final List<VariantCodec> CODECS =
      Dialect.presets().stream()
          .filter(dialect -> !dialect.equals(Dialect.GODOT_4_4))
          .sorted(
              Comparator.comparing(
                  dialect -> !dialect.equals(Dialect.GODOT_4) && !dialect.equals(Dialect.GODOT_3)))
          .map(VariantCodec::of)
          .toList();

  /** Of longer bytes the value is never kept, and not made unless it is asked for. */
  private static final int LONGEST_KEPT = 1 << 24;

  private final byte[] bytes;
  private final ReadLimits limits;
  private final List<Reading> readings = new ArrayList<>(2);

  private DialectProbe(byte[] bytes, ReadLimits limits) {
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.limits = Objects.requireNonNull(limits, "limits");
  }

  /**
   * A look at bytes, which decodes nothing yet.
   *
   * @param bytes an encoded value; not copied, so they must stay as they are
   * @param limits what reading may cost, once for each dialect
   * @return a probe
   * @throws NullPointerException if an argument is {@code null}
   */
  public static DialectProbe of(byte[] bytes, ReadLimits limits) {
    return new DialectProbe(bytes, limits);
  }

  /**
   * What the bytes are in a dialect: a value, of which the bytes may be more than needed, or
   * nothing.
   */
  public final class Reading {
    private final VariantCodec codec;
    private final int reach;
    private final boolean sawDoubles;
    private final boolean sawNamedTypes;
    private @Nullable Decoded decoded;

    /** Why the bytes start with no value. It has no path, which few callers need. */
    private final @Nullable VariantException failure;

    /** The failure with its path; null until it is asked for. */
    private @Nullable VariantException problem;

    private Reading(VariantCodec codec) {
      this.codec = codec;
      VariantException thrown = null;
      ValueDecoder decoder = null;
      Slot<TextCache> memory = codec.memories.take();
      try {
        decoder = codec.decoder(memory, bytes, 0, bytes.length);
        if (bytes.length > LONGEST_KEPT) {
          thrown = new WireInspector(decoder, 0, 0).inspect().failure().orElse(null);
        } else {
          decoded = VariantCodec.prefix(decoder, decoder.readWithoutPath());
        }
      } catch (VariantException e) {
        thrown = e;
      } finally {
        codec.memories.giveBack(memory);
      }
      failure = thrown;
      problem = decoder != null && decoder.isInside() ? null : thrown;
      reach = decoder == null ? 0 : decoder.position();
      sawDoubles = decoder != null && decoder.sawDoubles;
      sawNamedTypes = decoder != null && decoder.sawNamedTypes;
    }

    /** Whether it is what another codec reads as well. */
    private boolean isOf(Dialect other, ObjectMode mode) {
      // Where full objects look like such, none was met before one was refused.
      return codec.dialect().equals(other)
          && (codec.objects() == mode
              || (codec.objects() == ObjectMode.IDS
                  && other.objectForm() == ObjectForm.FLAGGED
                  && !sawNamedTypes
                  && !failsWith(ForbiddenVariantException.class)));
    }

    /**
     * The value with which the bytes start. It is kept for the next time unless it is very long.
     *
     * @return the value; empty if they start with none
     */
    public Optional<Decoded> decoded() {
      if (decoded != null || failure != null) {
        return Optional.ofNullable(decoded);
      }
      Decoded again = codec.decodePrefix(bytes);
      if (bytes.length <= LONGEST_KEPT) {
        decoded = again;
      }
      return Optional.of(again);
    }

    /**
     * Why the bytes start with no value.
     *
     * @return the reason; empty if they start with one
     */
    public Optional<VariantException> problem() {
      if (failure != null && problem == null) {
        problem = failure;
        try {
          Decoded unused = codec.decodePrefix(bytes);
        } catch (VariantException e) {
          problem = e;
        }
      }
      return Optional.ofNullable(problem);
    }

    /**
     * Returns whether the bytes start with no value because of an error of a class. Costs less than
     * {@link #problem}, which finds the path of the error. If a limit is exceeded in a value that
     * is also malformed, this and {@link #reach} may describe the malformed part, and {@link
     * #problem} the limit.
     *
     * @param type a class of exceptions
     * @return false if the bytes start with a value
     */
    public boolean failsWith(Class<? extends VariantException> type) {
      return type.isInstance(failure);
    }

    /**
     * Whether all bytes are one value.
     *
     * @return false if there are more as well
     */
    public boolean isWhole() {
      return failure == null && reach == bytes.length;
    }

    /**
     * How far the bytes make sense.
     *
     * @return bytes from the first one on: the length of a value, or where it stops being one
     */
    public int reach() {
      return failure == null ? reach : (int) Math.max(0, failure.byteOffset());
    }

    /**
     * How precise the value's real_t components are.
     *
     * @return {@link RealPrecision#DOUBLE} if there are some of 64 bits
     */
    public RealPrecision realPrecision() {
      return sawDoubles ? RealPrecision.DOUBLE : RealPrecision.SINGLE;
    }
  }

  /**
   * A dialect's chances.
   *
   * @param dialect the dialect
   * @param fit how well the bytes fit
   * @param reason why, for people
   */
  public record Candidate(Dialect dialect, Fit fit, String reason) {
    /**
     * Checks the components.
     *
     * @param dialect see the record
     * @param fit see the record
     * @param reason see the record
     * @throws NullPointerException if an argument is {@code null}
     */
    public Candidate {
      Objects.requireNonNull(dialect, "dialect");
      Objects.requireNonNull(fit, "fit");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** How well bytes fit a dialect, best first. */
  public enum Fit {
    /**
     * They are one value, written as this dialect's own writer writes it, and the value looks real.
     */
    CANONICAL,
    /** They are one value, but not as the writer would write it, or the value looks odd. */
    READABLE,
    /** They start with a value, and more follows. */
    PREFIX,
    /** They are no value of the dialect. */
    NONE
  }

  /**
   * Candidates for people, to choose from.
   *
   * @param candidates in their order
   * @return their names with the reasons, those with the same reason together, for example {@code
   *     godot-4 (Plane of 20 bytes), godot-3, manual-4 (Color of 20 bytes)}
   */
  public static String describe(List<Candidate> candidates) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Candidate one : candidates) {
      byReason.computeIfAbsent(one.reason(), r -> new ArrayList<>()).add(one.dialect().name());
    }
    return byReason.entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * What the bytes are for a codec; decoded only if no answer before this one needed it.
   *
   * @param codec what to read them with; its limits are not asked, those of the probe count
   * @return the answer
   */
  public Reading read(VariantCodec codec) {
    for (Reading reading : readings) {
      if (reading.codec == codec || reading.isOf(codec.dialect(), codec.objects())) {
        return reading;
      }
    }
    Reading reading = new Reading(codec.limits().equals(limits) ? codec : codec.withLimits(limits));
    readings.add(reading);
    return reading;
  }

  /**
   * All dialects with their chances, best first. Dialects that read and write the same value from
   * the bytes as one before them are {@link Fit#CANONICAL} too: there is nothing to choose between
   * them.
   *
   * @param objects whether full objects may be in it
   * @return a candidate for each dialect of {@link Dialect#presets()} that differs from the others
   */
  public List<Candidate> rank(ObjectMode objects) {
    List<Candidate> candidates = new ArrayList<>();
    for (VariantCodec codec : CODECS) {
      int before = readings.size();
      // The tables are shared; buffers, which a codec keeps, go with the one made here.
      candidates.add(judge(codec.withObjects(objects).withLimits(limits)));
      if (readings.size() > before) {
        readings.get(before).decoded = null; // the answer stays, but nobody asked for the value
      }
    }
    candidates.sort(Comparator.comparing(Candidate::fit));
    return List.copyOf(candidates);
  }

  /**
   * {@link #rank(ObjectMode)} of bytes that are asked about once.
   *
   * @param bytes an encoded value
   * @param objects whether full objects may be in it
   * @param limits what reading may cost, once for each dialect
   * @return a candidate for each dialect of {@link Dialect#presets()} that differs from the others
   */
  public static List<Candidate> rank(byte[] bytes, ObjectMode objects, ReadLimits limits) {
    return of(bytes, limits).rank(objects);
  }

  private Candidate judge(VariantCodec codec) {
    Dialect dialect = codec.dialect();
    Reading reading = read(codec);
    if (reading.failure != null) {
      return new Candidate(dialect, Fit.NONE, reading.failure.problem());
    }
    Decoded decoded = reading.decoded().orElseThrow();
    String what = decoded.value().type() + " of " + Counts.bytes(decoded.length());
    if (!reading.isWhole()) {
      int rest = bytes.length - decoded.length();
      return new Candidate(dialect, Fit.PREFIX, what + ", and " + Counts.bytesFollow(rest));
    }
    String oddity = oddity(decoded.value());
    if (!oddity.isEmpty()) {
      return new Candidate(dialect, Fit.READABLE, what + ", but " + oddity);
    }
    try {
      // Not with the codec of the reading, which would keep the bytes for the next value.
      VariantCodec writer =
          decoded.realPrecision() == dialect.realPrecision()
              ? codec.withObjects(codec.objects())
              : VariantCodec.of(dialect.withRealPrecision(decoded.realPrecision()))
                  .withObjects(codec.objects());
      return Arrays.equals(writer.encode(decoded.value()), bytes)
          ? new Candidate(dialect, Fit.CANONICAL, what + ", just as it is written in this dialect")
          : new Candidate(dialect, Fit.READABLE, what + ", but it would be written otherwise");
    } catch (VariantException e) {
      return new Candidate(
          dialect, Fit.READABLE, what + ", but it could not be written: " + e.problem());
    }
  }

  /** What makes a value unlikely: numbers or texts as they come out of a wrong reading. */
  private static String oddity(Variant root) {
    Deque<Variant> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (value instanceof VariantArray array) {
        array.forEach(open::push);
      } else if (value instanceof VariantDictionary dictionary) {
        dictionary.keys().forEach(open::push);
        dictionary.values().forEach(open::push);
      } else if (value instanceof StringValue text && hasControl(text.value())) {
        return "a text has control characters";
      } else if (value instanceof PackedStringArray texts
          && texts.asList().stream().anyMatch(DialectProbe::hasControl)) {
        return "a text has control characters";
      } else if (value instanceof StringName name && hasControl(name.value())) {
        return "a name has control characters";
      } else if (value instanceof NodePath path && hasControl(path.path())) {
        return "a path has control characters";
      } else if (value instanceof Shape shape && hasDenormal(shape.toDoubles())) {
        return "a " + value.type() + " has components as small as integers look in float bits";
      }
    }
    return "";
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
  }

  /** Small integers read as floats are denormal, which real data hardly ever is. */
  private static boolean hasDenormal(double[] components) {
    for (double component : components) {
      if (component != 0 && Math.abs(component) < Float.MIN_NORMAL) {
        return true;
      }
    }
    return false;
  }
}
