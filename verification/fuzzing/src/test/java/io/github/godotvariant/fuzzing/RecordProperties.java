package io.github.godotvariant.fuzzing;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.HexFormat;
import java.util.List;

/** Properties of record codecs. */
final class RecordProperties {
  private static final List<Ways<?>> WAYS =
      List.of(
          Ways.of(Fuzzed.Simple.class),
          Ways.of(Fuzzed.Deep.class),
          Ways.of(Fuzzed.Narrow.class),
          Ways.of(Fuzzed.class));

  private RecordProperties() {}

  /** The generated codec and the reflective codec of one record. */
  private record Ways<T>(RecordCodec<T> generated, RecordCodec<T> general) {
    static <T> Ways<T> of(Class<T> type) {
      return new Ways<>(RecordCodec.of(type), RecordCodec.of(MethodHandles.lookup(), type));
    }

    /** Both return the same record or throw the same exception, alone and in an Array. */
    void agree(Input input) {
      RecordCodec<T> fast = generated.with(input.codec());
      RecordCodec<T> slow = general.with(input.codec());
      Check.same(outcome(slow, slow, input), outcome(fast, slow, input), "handles and generated");
      Check.same(
          outcome(slow.list(), slow.list(), input),
          outcome(fast.list(), slow.list(), input),
          "handles and generated, in lists,");
    }

    /** Both write the same bytes. */
    private static <V> String outcome(RecordCodec<V> reads, RecordCodec<V> writes, Input input) {
      V value;
      try {
        value = reads.decode(input.bytes());
      } catch (VariantException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
      }
      String written = written(reads, value);
      Check.same(written(writes, value), written, "writing by handles and by generated code");
      return value + written;
    }

    private static <V> String written(RecordCodec<V> codec, V value) {
      try {
        return HexFormat.of().formatHex(codec.encode(value));
      } catch (VariantException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
      }
    }
  }

  /** Checks all records. */
  static void agree(Input input) {
    for (Ways<?> ways : WAYS) {
      ways.agree(input);
    }
  }
}
