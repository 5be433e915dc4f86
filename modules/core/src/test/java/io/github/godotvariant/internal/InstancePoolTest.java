package io.github.godotvariant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class InstancePoolTest {
  /** Nested use acquires one instance for each level, in threads with different ids. */
  @Test
  void reusesInstancesAfterNestedUse() throws Exception {
    for (int i = 0; i < 32; i++) {
      FutureTask<Boolean> work = new FutureTask<>(InstancePoolTest::acquireAndRelease, true);
      new Thread(work).start();
      assertThat(work.get()).isTrue();
    }
  }

  private static void acquireAndRelease() {
    InstancePool<Object> slots = new InstancePool<>(Object::new);
    InstancePool.Slot<Object> outer = slots.acquire();
    Object first = slots.get(outer);
    InstancePool.Slot<Object> inner = slots.acquire();
    Object second = slots.get(inner);
    Object third = slots.get(slots.acquire());
    slots.release(inner);
    slots.release(outer);
    assertThat(slots.get(slots.acquire())).isSameAs(first);
    assertThat(slots.get(slots.acquire())).isSameAs(second).isNotSameAs(first);
    assertThat(slots.get(slots.acquire())).isNotSameAs(third);
  }
}
