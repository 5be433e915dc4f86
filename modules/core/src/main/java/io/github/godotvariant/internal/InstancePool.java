package io.github.godotvariant.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of a few instances that are expensive to create and not safe for use by several threads. A
 * thread usually gets the same instance again. If that instance is in use, the thread gets a second
 * instance of the pool. If the second instance is also in use, the thread gets a new instance
 * outside the pool.
 *
 * <p>Each slot has an int that is 1 while the slot is in use. The reference to the instance stays
 * in the slot all the time, so that acquiring and releasing a slot store no references. With most
 * garbage collectors, storing a reference to a young object in an old object needs a memory
 * barrier. The cost of the barrier is measurable for small messages.
 *
 * @param <T> the type of the instances
 */
public final class InstancePool<T> {
  private static final int SLOTS = 16;
  private static final VarHandle ACQUIRED;

  static {
    try {
      ACQUIRED = MethodHandles.lookup().findVarHandle(Slot.class, "acquired", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * A slot of the pool, used by one caller at a time.
   *
   * @param <T> the type of the instance
   */
  public static final class Slot<T> {
    @SuppressWarnings("unused") // accessed through ACQUIRED
    private int acquired;

    private final boolean isShared;
    private @Nullable T instance;

    private Slot(boolean isShared) {
      this.isShared = isShared;
    }
  }

  private final Slot<T>[] slots;
  private final Supplier<T> factory;

  @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types
  public InstancePool(Supplier<T> factory) {
    this.factory = factory;
    slots = new Slot[SLOTS];
  }

  private Slot<T> slot(int index) {
    Slot<T> slot = slots[index];
    return slot != null ? slot : newSlot(index);
  }

  private synchronized Slot<T> newSlot(int index) {
    if (slots[index] == null) {
      slots[index] = new Slot<>(true);
    }
    return slots[index];
  }

  public Slot<T> acquire() {
    int index = (int) Thread.currentThread().getId() & (SLOTS - 1);
    Slot<T> slot = slot(index);
    if (ACQUIRED.compareAndSet(slot, 0, 1)) {
      return slot;
    }
    // Usually the same thread has acquired the slot for an open reader of the same codec.
    slot = slot(index ^ SLOTS / 2);
    return ACQUIRED.compareAndSet(slot, 0, 1) ? slot : new Slot<>(false);
  }

  /** Returns the instance in an acquired slot. Creates it at the first call. */
  public T get(Slot<T> slot) {
    T instance = slot.instance;
    if (instance == null) {
      instance = factory.get();
      slot.instance = instance;
    }
    return instance;
  }

  public void release(Slot<T> slot) {
    if (slot.isShared) {
      ACQUIRED.setRelease(slot, 0);
    }
  }
}
