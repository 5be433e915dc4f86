package io.github.godotvariant.codec;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One idle instance of something that is costly to make and not for several threads at once.
 * Whoever comes when it is taken makes a new one; whoever gives back last is kept.
 */
final class Reusable<T> {
  private final AtomicReference<@Nullable T> idle = new AtomicReference<>();
  private final Supplier<T> maker;

  Reusable(Supplier<T> maker) {
    this.maker = maker;
  }

  T take() {
    T taken = idle.getAndSet(null);
    return taken == null ? maker.get() : taken;
  }

  void giveBack(T instance) {
    idle.setRelease(instance);
  }
}
