package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time for keys with equal hash codes while a set or map is read; see {@link
 * KeyCollisions}. The work for nested sets and maps is added to the work for the outermost set or
 * map. The reader has a reference to the instance for the innermost set or map.
 */
final class HashedKeys implements AutoCloseable {
  /**
   * The maximum nesting depth of sets and maps that the first pass reads. At a greater depth, the
   * work for the hash codes can exceed the limit. The first pass would notice this only at the end
   * of the input.
   */
  private static final int MAX_FIRST_PASS_LEVELS = 8;

  private final RecordReader in;
  private final ComponentKey component;
  private final @Nullable AutoCloseable outer;
  private final KeyCollisions.Work work;

  /** The position in the input at which the outermost set or map starts. */
  private final int start;

  /** The number of sets and maps that contain this set or map. */
  private final int level;

  private final KeyCollisions collisions = new KeyCollisions();

  /**
   * Whether the work for the key that was checked last is limited, because an attacker can choose
   * the hash code of the key.
   */
  private boolean isCounted;

  private HashedKeys(RecordReader in, ComponentKey component, int start) {
    this.in = in;
    this.component = component;
    outer = in.openCollection();
    if (outer instanceof HashedKeys keys) {
      work = keys.work;
      this.start = keys.start;
      level = keys.level + 1;
    } else {
      work = new KeyCollisions.Work();
      this.start = start;
      level = 0;
    }
    if (level > MAX_FIRST_PASS_LEVELS) {
      in.requireExactPass();
    }
  }

  /**
   * Starts to count the keys of a set or map. The caller has opened the array or dictionary, and
   * closes the result after the last key.
   *
   * @param start the position in the input at which the array or dictionary starts
   */
  static HashedKeys open(RecordReader in, ComponentKey component, int start) {
    HashedKeys opened = new HashedKeys(in, component, start);
    in.setOpenCollection(opened);
    return opened;
  }

  /** Records that the next key starts at the position of the reader. */
  void beginKey() {
    collisions.beginKey(work, in.position());
  }

  /**
   * Checks that the work for equal hash codes stays within the limit. Call this method for the key
   * that was read last, before you look up the key.
   */
  void check(@Nullable Object key) {
    isCounted = false;
    if (key == null || key instanceof Variant || KeyCollisions.isOrdered(key.getClass())) {
      return;
    }
    isCounted = true;
    long position = in.position();
    boolean isAccepted;
    try {
      isAccepted = collisions.check(work, key, position, position - start);
    } catch (RuntimeException e) {
      throw in.refused(component, e);
    }
    if (!isAccepted) {
      throw new VariantLimitException(
          KeyCollisions.PROBLEM + " for " + component.owner(), position, in.path());
    }
  }

  /** Records that the set or map did not yet contain the key that was checked last. */
  void added() {
    if (isCounted) {
      collisions.added();
    }
  }

  @Override
  public void close() {
    in.setOpenCollection(outer);
  }
}
