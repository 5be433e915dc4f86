package io.github.godotvariant.records.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists as Arrays.
 *
 * @param <T> what is in them
 */
public final class FastList<T> implements FastCodec<List<T>> {
  private static final int FEW = 64;

  private final FastCodec<T> element;

  /**
   * Of what a codec reads and writes.
   *
   * @param element the codec
   */
  public FastList(FastCodec<T> element) {
    this.element = element;
  }

  /** Reads a list, which cannot be changed. */
  @Override
  public @Nullable List<T> read(RecordInput in, int depth) {
    int start = in.at;
    long elements = in.elementsLeft();
    long heap = in.heapLeft();
    int count = in.end - start < 8 ? -1 : in.elements(start, depth);
    if (count < 0) {
      in.back(start, elements, heap);
      return null;
    }
    in.at += 8;
    List<T> list = new ArrayList<>(Math.min(count, FEW));
    for (int i = 0; i < count; i++) {
      T each = element.read(in, depth + 1);
      if (each == null) {
        in.back(start, elements, heap);
        return null;
      }
      list.add(each);
    }
    return Collections.unmodifiableList(list);
  }

  @Override
  public int write(
      RecordOutput to, byte[] out, int from, int end, @Nullable List<T> list, int depth) {
    if (list == null || end - from < 8) {
      return list == null ? RecordOutput.OTHERWISE : RecordOutput.FULL;
    }
    int left = list.size();
    int at = RecordOutput.putArray(out, from, left, depth);
    for (T each : list) {
      if (at < 0) {
        return at;
      }
      at = element.write(to, out, at, end, each, depth + 1);
      left--;
    }
    // Somebody may have changed it meanwhile.
    return at < 0 || left == 0 ? at : RecordOutput.OTHERWISE;
  }
}
