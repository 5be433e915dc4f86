package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The result of reading an input in one way.
 *
 * @param aspects the aspects of this way and input, with their values
 */
record Outcome(Map<Aspect, String> aspects) {
  private static final int MAX_PATH = 60;
  private static final String SEPARATOR = "\t";

  /** Reads an input, and searches the smallest limits that accept it. */
  static Outcome of(ReadingWay way, ContractInput input, Outcome guess) {
    Map<Aspect, String> aspects = new EnumMap<>(Aspect.class);
    VariantCodec codec = input.codec();
    ReadLimits limits = codec.limits();
    try {
      aspects.putAll(way.read(input, codec).facts());
      Charge heap =
          Charge.of(
              way,
              input,
              bytes -> codec.withLimits(limits.withHeapBytes(bytes)),
              guess.number(Aspect.HEAP));
      Charge elements =
          Charge.of(
              way,
              input,
              count -> codec.withLimits(limits.withElements(count)),
              guess.number(Aspect.ELEMENTS));
      aspects.put(Aspect.HEAP, Long.toString(heap.smallest));
      aspects.put(Aspect.HEAP_ERROR, heap.error);
      aspects.put(Aspect.ELEMENTS, Long.toString(elements.smallest));
      aspects.put(Aspect.ELEMENTS_ERROR, elements.error);
    } catch (RuntimeException e) {
      aspects.putAll(failure(e));
    }
    return new Outcome(aspects);
  }

  private static Map<Aspect, String> failure(RuntimeException e) {
    Map<Aspect, String> aspects = new EnumMap<>(Aspect.class);
    RuntimeException error =
        e instanceof JacksonException && e.getCause() instanceof VariantException ours ? ours : e;
    if (error instanceof VariantException ours) {
      String kind = ours.getClass().getSimpleName().replace("Variant", "").replace("Exception", "");
      aspects.put(Aspect.ERROR, kind + ": " + ours.problem());
      aspects.put(Aspect.OFFSET, Long.toString(ours.byteOffset()));
      aspects.put(Aspect.PATH, shortened(ours.path()));
    } else {
      String text = error.getClass().getName() + ": " + error.getMessage();
      aspects.put(Aspect.ERROR, text.lines().findFirst().orElseThrow());
    }
    return aspects;
  }

  private static String shortened(String path) {
    return path.length() <= MAX_PATH
        ? path
        : path.substring(0, MAX_PATH) + "…" + path.length() + " " + CanonicalForm.digest(path);
  }

  private long number(Aspect aspect) {
    return Long.parseLong(aspects.getOrDefault(aspect, "64"));
  }

  /**
   * The smallest limit that accepts an input.
   *
   * @param smallest the limit
   * @param error the place of the exception with a limit of one less; empty if the limit is 0
   */
  private record Charge(long smallest, String error) {
    static Charge of(
        ReadingWay way, ContractInput input, LongFunction<VariantCodec> limited, long guess) {
      long accepted = guess;
      long rejected = -1;
      RuntimeException rejection = null;
      RuntimeException failure = failure(way, input, limited.apply(guess));
      while (failure != null) {
        rejected = accepted;
        rejection = failure;
        accepted = 2 * accepted + 16;
        failure = failure(way, input, limited.apply(accepted));
      }
      long next = accepted == guess ? guess - 1 : (accepted + rejected) >>> 1;
      while (accepted - rejected > 1) {
        failure = failure(way, input, limited.apply(next));
        if (failure == null) {
          accepted = next;
        } else {
          rejected = next;
          rejection = failure;
        }
        next = (accepted + rejected) >>> 1;
      }
      return new Charge(accepted, rejection == null ? "" : place(rejection));
    }

    private static @Nullable RuntimeException failure(
        ReadingWay way, ContractInput input, VariantCodec codec) {
      try {
        way.read(input, codec);
        return null;
      } catch (VariantException | JacksonException e) {
        return e;
      }
    }

    private static String place(RuntimeException e) {
      Map<Aspect, String> failure = Outcome.failure(e);
      String error = failure.get(Aspect.ERROR);
      String place = failure.get(Aspect.OFFSET) + " " + failure.get(Aspect.PATH);
      // The problem of an exceeded limit names only the limit.
      return error.startsWith("Limit: ") ? place : place + " " + error;
    }
  }

  boolean isAccepted() {
    return !aspects.containsKey(Aspect.ERROR);
  }

  /**
   * Returns the aspects that differ from another outcome, as columns of a line. If only one of the
   * two ways accepts the input, these are all aspects.
   */
  String difference(Outcome base, ReadingWay way) {
    StringJoiner columns = new StringJoiner(SEPARATOR);
    boolean isSameVerdict = !base.aspects.isEmpty() && isAccepted() == base.isAccepted();
    for (Aspect aspect : way.aspects) {
      String mine = aspects.get(aspect);
      if (mine != null && !(isSameVerdict && mine.equals(base.aspects.get(aspect)))) {
        columns.add(aspect.code + "=" + mine);
      }
    }
    return columns.toString();
  }

  /** Returns whether an aspect is the same in another outcome. */
  boolean agrees(Outcome base, Aspect aspect) {
    return Objects.equals(aspects.get(aspect), base.aspects.get(aspect));
  }
}
