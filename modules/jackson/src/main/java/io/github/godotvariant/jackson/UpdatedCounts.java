package io.github.godotvariant.jackson;

import io.github.godotvariant.internal.values.KeyCollisions;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;

/**
 * The counts of sets and maps that are updated, for example because a name occurs several times. A
 * count exists as long as its set or map.
 */
final class UpdatedCounts {
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
