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
 * The input of a set or map whose keys are counted with {@link KeyCollisions}. The context has the
 * input of the outermost set or map, so that nested sets and maps add to the same work. A nested
 * set or map can be read by another parser, from buffered tokens. Therefore only the parser of the
 * outermost set or map knows the number of bytes that were read.
 */
final class CountedInput implements AutoCloseable {
  final JsonParser parser;

  private final DeserializationContext context;
  private final KeyCollisions.Work work;

  /** The input of the outermost set or map. */
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

  /** Charges memory to the reader of the input, also if the set or map reads buffered tokens. */
  void charge(int heapBytes) {
    if (context.getParser() instanceof GodotParser godot) {
      godot.charge(heapBytes);
    }
  }

  /** Creates a counter for a new set or map. */
  Counter counter(Predicate<Object> isPresent) {
    return new Counter(new KeyCollisions(), isPresent);
  }

  /** Creates a counter for an existing set or map, which continues the count of earlier updates. */
  Counter counter(Object updated, Predicate<Object> isPresent) {
    return new Counter(UpdatedCounts.of(context).collisions(updated), isPresent);
  }

  @Override
  public void close() {
    if (outermost == this) {
      context.setAttribute(CountedInput.class, null);
    }
  }

  /** Counts the keys of the set or map. */
  final class Counter {
    private final KeyCollisions collisions;

    /** Returns whether a key occurred before, and therefore is not a new key. */
    private final Predicate<Object> isPresent;

    private Counter(KeyCollisions collisions, Predicate<Object> isPresent) {
      this.collisions = collisions;
      this.isPresent = isPresent;
      collisions.beginKey(work, readBytes());
    }

    /** Adds an element whose bytes follow the bytes of the previous element. */
    void addElement(@Nullable Object element) {
      charge(ReadBudget.PAIR);
      add(element, readBytes());
    }

    /** Adds elements that were read together, and assumes that all have the same length. */
    void addAll(Collection<?> elements) {
      long end = readBytes();
      long length = (end - start) / Math.max(1, elements.size());
      collisions.beginKey(work, end);
      for (Object element : elements) {
        end += length;
        add(element, end);
      }
    }

    /** Adds a key that was created from a property name. */
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
   * The counts of existing sets and maps that are updated, for example because a name occurs
   * several times. A count is kept until its set or map is garbage-collected.
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
