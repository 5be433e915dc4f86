package io.github.godotvariant.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs code in a thread with a small stack. */
public final class SmallStack {
  private SmallStack() {}

  /** Runs code on a stack of the given size, and checks that the code throws no exception. */
  public static void run(int bytes, Runnable work) throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, work, "small stack", bytes);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }
}
