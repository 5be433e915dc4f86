package io.github.godotvariant.internal.wire;

import io.github.godotvariant.VariantException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way down into what is nested. Containers are gone through by recursion, which is fastest, as
 * far as {@link #NEAR} levels; threads may have small stacks. Where one is deeper, the loop that
 * goes through the container around it leaves off: it puts what is left of its work here, as a
 * {@link Rest}, and returns null. So depth costs no more than memory, and there is one loop for
 * each form of container.
 *
 * @param <T> what going through a container results in
 */
public class Descent<T> {
  /** So many levels of containers are gone through by recursion. Data is hardly ever deeper. */
  public static final int NEAR = 8;

  /** What is left to do in a container behind the one inside of it. */
  abstract static class Rest<T> {
    /**
     * Goes on.
     *
     * @param inner what came of the container inside
     * @return what came of this one; null if it left off again
     */
    abstract @Nullable T goOn(T inner);

    /** Says where in the container the one inside of it stands. */
    abstract void addTo(Steps steps);
  }

  private final Deque<Rest<T>> rests = new ArrayDeque<>();

  /** Takes what is left to do, for who then leaves off. */
  void leaveOff(Rest<T> rest) {
    rests.push(rest);
  }

  /**
   * Goes through a container with all that is in it.
   *
   * @param next goes through the container before which the last loop left off, at first the
   *     outermost; null if that left off as well
   * @param steps where to say in which containers something went wrong
   */
  T through(Supplier<@Nullable T> next, Supplier<Steps> steps) {
    int around = rests.size();
    try {
      T done = next.get();
      while (done == null || rests.size() > around) {
        done = done == null ? next.get() : rests.pop().goOn(done);
      }
      return done;
    } catch (VariantException e) {
      while (rests.size() > around) {
        rests.pop().addTo(steps.get());
      }
      throw e;
    }
  }
}
