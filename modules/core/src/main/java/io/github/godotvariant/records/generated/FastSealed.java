package io.github.godotvariant.records.generated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of a sealed interface, where the key that tells them apart comes first.
 *
 * @param <T> the interface
 */
public final class FastSealed<T> implements FastCodec<T> {
  private static final int HEADER = 8;
  private static final int MOST_IN_KEYS = 48;

  /** A record: what stands for it in the input, and its codec. */
  private record Permitted<T>(Key tag, FastCodec<T> codec) {}

  private final Key typeKey;
  private final List<Permitted<? extends T>> permitted = new ArrayList<>();
  private final Map<Class<?>, FastCodec<? extends T>> byClass = new HashMap<>();

  private FastSealed(String typeKey) {
    this.typeKey = Key.of(typeKey);
  }

  /**
   * The codec of an interface.
   *
   * @param <T> the interface
   * @param type its class
   * @return the codec; null if it is no interface of records for which code was generated
   */
  public static <T> @Nullable FastSealed<T> of(Class<T> type) {
    String typeKey = Hierarchy.ownKey(type);
    if (!type.isSealed() || typeKey == null || !isPlain(typeKey)) {
      return null;
    }
    FastSealed<T> codec = new FastSealed<>(typeKey);
    for (Class<?> each : Hierarchy.permitted(type)) {
      String tag = Hierarchy.tag(each);
      if (typeKey.equals(Hierarchy.typeKey(each)) && isPlain(tag)) {
        codec.add(each.asSubclass(type), tag);
      }
    }
    return codec.permitted.isEmpty() ? null : codec;
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty()
        && text.length() <= MOST_IN_KEYS
        && text.chars().allMatch(c -> c > 0 && c < 0x80);
  }

  private <R extends T> void add(Class<R> record, String tag) {
    GeneratedCodec<R> codec = GeneratedCodec.find(record);
    if (codec != null) {
      permitted.add(new Permitted<>(Key.of(tag), codec));
      byClass.put(record, codec);
    }
  }

  @Override
  public @Nullable T read(RecordInput in, int depth) {
    int tagAt = in.at + HEADER + typeKey.size();
    if (in.end < tagAt || !typeKey.standsAt(in.bytes, in.at + HEADER)) {
      return null;
    }
    for (Permitted<? extends T> each : permitted) {
      if (each.tag.size() <= in.end - tagAt && each.tag.standsAt(in.bytes, tagAt)) {
        return each.codec.read(in, depth);
      }
    }
    return null;
  }

  @Override
  public int write(RecordOutput to, byte[] out, int at, int end, @Nullable T value, int depth) {
    FastCodec<? extends T> codec = value == null ? null : byClass.get(value.getClass());
    if (codec == null) {
      return RecordOutput.OTHERWISE;
    }
    @SuppressWarnings("unchecked") // found by its class
    FastCodec<T> found = (FastCodec<T>) codec;
    return found.write(to, out, at, end, value, depth);
  }
}
