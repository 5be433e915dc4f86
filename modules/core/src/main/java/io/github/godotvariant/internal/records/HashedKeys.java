package io.github.godotvariant.internal.records;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.values.KeyCollisions;
import org.jspecify.annotations.Nullable;

/**
 * Counts the keys of a set or map while it is read. Sets and maps inside of keys add to the work of
 * the outermost set or map. A thread local holds the innermost set or map, because components are
 * read without a context.
 */
final class HashedKeys implements AutoCloseable {
  private static final ThreadLocal<@Nullable HashedKeys> INNERMOST = new ThreadLocal<>();

  private final VariantReader in;
  private final String owner;
  private final @Nullable HashedKeys outer;
  private final KeyCollisions.Work work;

  /** Where the outermost set or map starts. */
  private final long start;

  private final KeyCollisions collisions = new KeyCollisions();

  /** Whether the key that was checked last can have a chosen hash code. */
  private boolean isCounted;

  private HashedKeys(VariantReader in, String owner, @Nullable HashedKeys outer) {
    this.in = in;
    this.owner = owner;
    this.outer = outer;
    if (outer != null && outer.in == in) {
      work = outer.work;
      start = outer.start;
    } else {
      work = new KeyCollisions.Work();
      start = in.lastByteOffset();
    }
  }

  /** Starts a set or map, whose container was entered. The caller closes it. */
  static HashedKeys open(VariantReader in, String owner) {
    HashedKeys opened = new HashedKeys(in, owner, INNERMOST.get());
    INNERMOST.set(opened);
    return opened;
  }

  /** Says that the next value is a key. */
  void beginKey() {
    collisions.beginKey(work, in.byteOffset());
  }

  /** Checks the key that was read last, before it is looked up. */
  void check(@Nullable Object key) {
    isCounted = false;
    if (key == null || key instanceof Variant || KeyCollisions.isOrdered(key.getClass())) {
      return;
    }
    isCounted = true;
    long position = in.byteOffset();
    if (!collisions.check(work, key, position, position - start)) {
      throw new VariantLimitException(KeyCollisions.PROBLEM + " for " + owner, position, in.path());
    }
  }

  /** Counts the key that was checked last as a new one. */
  void added() {
    if (isCounted) {
      collisions.added();
    }
  }

  @Override
  public void close() {
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }
}
