package io.github.godotvariant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class ReusableTest {
  /** Nested use takes one slot for each level and returns all slots, in threads of many ids. */
  @Test
  void returnsSlotsOfNestedUse() throws Exception {
    for (int i = 0; i < 32; i++) {
      FutureTask<Boolean> work = new FutureTask<>(ReusableTest::takeAndGiveBack, true);
      new Thread(work).start();
      assertThat(work.get()).isTrue();
    }
  }

  private static void takeAndGiveBack() {
    Reusable<Object> slots = new Reusable<>(Object::new);
    Reusable.Slot<Object> outer = slots.take();
    Object first = slots.in(outer);
    Reusable.Slot<Object> inner = slots.take();
    Object second = slots.in(inner);
    Object third = slots.in(slots.take());
    slots.giveBack(inner);
    slots.giveBack(outer);
    assertThat(slots.in(slots.take())).isSameAs(first);
    assertThat(slots.in(slots.take())).isSameAs(second).isNotSameAs(first);
    assertThat(slots.in(slots.take())).isNotSameAs(third);
  }
}
