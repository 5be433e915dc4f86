package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a class of tests in which a buffer was never released. After them one is lost on purpose:
 * when that is noticed, all that was lost before has been.
 */
final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
  private static final String ON_PURPOSE = "lost on purpose, number ";
  private static final int ATTEMPTS = 100;

  /** What was reported once is not reported again, so each is lost with a number. */
  private static int lost;

  private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

  static {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    @Override
    @Deprecated
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Detector<>(resource, samplingInterval);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval) {
      return new Detector<>(resource, samplingInterval);
    }
  }

  /** Keeps what it finds, and prints nothing. */
  private static final class Detector<T> extends ResourceLeakDetector<T> {
    Detector(Class<?> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType);
    }
  }

  private static boolean isOnPurpose(String leak) {
    return leak.contains(ON_PURPOSE + lost);
  }

  private static void lose() {
    ByteBufAllocator.DEFAULT.directBuffer(16).touch(ON_PURPOSE + ++lost);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    LEAKS.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    lose();
    for (int i = 0; i < ATTEMPTS && LEAKS.stream().noneMatch(NoLeaks::isOnPurpose); i++) {
      System.gc();
      ByteBufAllocator.DEFAULT.directBuffer(16).release(); // looks for what was lost
    }
    assertThat(LEAKS).anyMatch(NoLeaks::isOnPurpose);
    LEAKS.removeIf(NoLeaks::isOnPurpose);
    assertThat(LEAKS).isEmpty();
  }
}
