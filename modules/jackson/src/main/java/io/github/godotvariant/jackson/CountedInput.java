package io.github.godotvariant.jackson;

import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.internal.values.ReadBudget;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationContext;

/**
 * Counts the keys of a set or map while it is read, with {@link KeyCollisions}, which rejects too
 * many keys with equal hash codes. The deserialization context keeps the input of the outermost set
 * or map. Nested sets and maps add their work to that input. A nested set or map can be read from
 * buffered tokens, with another parser. Therefore the bytes that were read are counted by the
 * parser of the outermost set or map.
 */
final class CountedInput implements AutoCloseable {
  final JsonParser parser;

  private final DeserializationContext context;
  private final KeyCollisions.Work work;

  /**
   * The input of the outermost set or map around this one. For the outermost set or map itself,
   * this object.
   */
  private final CountedInput outermost;

  /** The number of bytes that the parser had read before this set or map. */
  private final long start;

  private CountedInput(
      JsonParser in, DeserializationContext context, @Nullable CountedInput outermost) {
    this.context = context;
    boolean isCounting = in instanceof GodotParser || in instanceof CountingParser;
    parser = isCounting ? in : new CountingParser(in);
    this.outermost = outermost == null ? this : outermost;
    work = outermost == null ? new KeyCollisions.Work() : outermost.work;
    start = readBytes();
  }

  /** Starts to read a set or map. Close the result after the set or map was read. */
  static CountedInput open(JsonParser in, DeserializationContext context) {
    CountedInput outermost = (CountedInput) context.getAttribute(CountedInput.class);
    CountedInput opened = new CountedInput(in, context, outermost);
    if (outermost == null) {
      context.setAttribute(CountedInput.class, opened);
    }
    return opened;
  }

  private long readBytes() {
    return parser instanceof GodotParser godot
        ? godot.readBytes()
        : ((CountingParser) parser).readBytes();
  }

  /**
   * Counts bytes of memory against the memory limit of the input, also if the set or map is read
   * from buffered tokens. Has no effect in other formats than Godot's.
   */
  void charge(int heapBytes) {
    if (context.getParser() instanceof GodotParser godot) {
      godot.charge(heapBytes);
    }
  }

  /**
   * Creates a counter for a new set or map.
   *
   * @param isPresent returns whether a key occurred before
   */
  Counter counter(Predicate<Object> isPresent) {
    return new Counter(new KeyCollisions(), isPresent);
  }

  /**
   * Creates a counter for an existing set or map. The counter continues with the counts of earlier
   * updates.
   *
   * @param updated the existing set or map
   * @param isPresent returns whether the set or map contains a key
   */
  Counter counter(Object updated, Predicate<Object> isPresent) {
    return new Counter(UpdatedCounts.of(context).collisions(updated), isPresent);
  }

  @Override
  public void close() {
    if (outermost == this) {
      context.setAttribute(CountedInput.class, null);
    }
  }

  /** Counts the keys of one set or map, and rejects too many keys with equal hash codes. */
  final class Counter {
    private final KeyCollisions collisions;

    /** Returns whether a key occurred before, and therefore is not a new key. */
    private final Predicate<Object> isPresent;

    private Counter(KeyCollisions collisions, Predicate<Object> isPresent) {
      this.collisions = collisions;
      this.isPresent = isPresent;
      collisions.beginKey(work, readBytes());
    }

    /**
     * Counts an element of a set. The length of the element is the number of bytes that were read
     * after the previous element.
     */
    void addElement(@Nullable Object element) {
      charge(ReadBudget.PAIR);
      add(element, readBytes());
    }

    /**
     * Counts elements that were read together. All elements get the same length, because their
     * lengths are not known.
     */
    void addAll(Collection<?> elements) {
      long end = readBytes();
      long length = (end - start) / Math.max(1, elements.size());
      collisions.beginKey(work, end);
      for (Object element : elements) {
        end += length;
        add(element, end);
      }
    }

    /** Counts a map key. The length of the key is estimated from the property name. */
    void addKey(@Nullable Object key, String name) {
      collisions.beginKey(work, 0);
      add(key, CountingParser.TOKEN_BYTES + name.length());
    }

    private void add(@Nullable Object key, long position) {
      if (key == null) {
        return;
      }
      if (!collisions.check(work, key, position, outermost.readBytes() - outermost.start)) {
        throw InputExceptions.replace(
            new StreamConstraintsException(KeyCollisions.PROBLEM), parser);
      }
      if (!isPresent.test(key)) {
        collisions.added();
      }
    }
  }

  /**
   * Keeps the counts of existing sets and maps that are updated, for example because a property
   * name occurs several times. A count is removed after its set or map was garbage-collected.
   */
  private static final class UpdatedCounts {
    private final Map<IdentityReference, KeyCollisions> counts = new HashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    static UpdatedCounts of(DeserializationContext context) {
      UpdatedCounts counts = (UpdatedCounts) context.getAttribute(UpdatedCounts.class);
      if (counts == null) {
        counts = new UpdatedCounts();
        context.setAttribute(UpdatedCounts.class, counts);
      }
      return counts;
    }

    KeyCollisions collisions(Object into) {
      for (Object old = collected.poll(); old != null; old = collected.poll()) {
        counts.remove(old);
      }
      return counts.computeIfAbsent(
          new IdentityReference(into, collected), identity -> new KeyCollisions());
    }
  }

  /** A weak reference that compares objects by identity. */
  private static final class IdentityReference extends WeakReference<Object> {
    private final int hash;

    IdentityReference(Object object, ReferenceQueue<Object> collected) {
      super(object, collected);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other == this
          || (other instanceof IdentityReference identity
              && get() != null
              && get() == identity.get());
    }
  }
}
