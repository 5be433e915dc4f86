package io.github.godotvariant.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few instances of something that is costly to make and not for several threads at once. A thread
 * finds the same one again; who finds it taken gets one that is not kept.
 *
 * <p>Taken and free are numbers, not references: to store a young object in an old one costs a
 * memory barrier with most collectors, which a small message would notice.
 */
public final class Reusable<T> {
  private static final int SLOTS = 16;
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(Slot.class, "taken", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * What is kept, for whoever has it taken.
   *
   * @param <T> what is kept
   */
  public static final class Slot<T> {
    @SuppressWarnings("unused") // through TAKEN
    private int taken;

    private final boolean kept;
    private @Nullable T instance;

    private Slot(boolean kept) {
      this.kept = kept;
    }
  }

  private final Slot<T>[] slots;
  private final Supplier<T> maker;

  @SuppressWarnings({"unchecked", "rawtypes"}) // no arrays of generic types
  public Reusable(Supplier<T> maker) {
    this.maker = maker;
    slots = new Slot[SLOTS];
  }

  private Slot<T> slot(int place) {
    Slot<T> slot = slots[place];
    return slot != null ? slot : newSlot(place);
  }

  private synchronized Slot<T> newSlot(int place) {
    if (slots[place] == null) {
      slots[place] = new Slot<>(true);
    }
    return slots[place];
  }

  public Slot<T> take() {
    int place = (int) Thread.currentThread().getId() & (SLOTS - 1);
    Slot<T> slot = slot(place);
    if (TAKEN.compareAndSet(slot, 0, 1)) {
      return slot;
    }
    // Mostly by the same thread, which uses a codec while it reads with a reader of it.
    slot = slot(place ^ SLOTS / 2);
    return TAKEN.compareAndSet(slot, 0, 1) ? slot : new Slot<>(false);
  }

  /** What is in a slot that was taken. */
  public T in(Slot<T> slot) {
    T instance = slot.instance;
    if (instance == null) {
      instance = maker.get();
      slot.instance = instance;
    }
    return instance;
  }

  public void giveBack(Slot<T> slot) {
    if (slot.kept) {
      TAKEN.setRelease(slot, 0);
    }
  }
}
