package io.github.godotvariant.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class if the class does not release all buffers of Netty. After the tests, this
 * check leaks one buffer on purpose. When Netty has reported that buffer, Netty has also reported
 * all earlier leaks.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  private static final String ON_PURPOSE = "leaked on purpose, number ";
  private static final int ATTEMPTS = 100;

  /**
   * The number of the last deliberate leak. Netty reports equal leaks only once, so each deliberate
   * leak has its own number.
   */
  private static int leaked;

  private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

  /**
   * Installs the leak detector. Netty creates its detectors when it allocates the first buffer,
   * perhaps in a test class without this check. Therefore this extension is listed in {@code
   * META-INF/services} of the tests, so that JUnit creates it before all test classes.
   */
  public static final class Installation implements Extension {
    /** Installs the leak detector. */
    public Installation() {
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
      ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    }
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

  /** A detector that collects leaks instead of logging them. */
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
    return leak.contains(ON_PURPOSE + leaked);
  }

  private static void leak() {
    ByteBufAllocator.DEFAULT.directBuffer(16).touch(ON_PURPOSE + ++leaked);
  }

  /** Ignores the leaks of earlier classes. */
  @Override
  public void beforeAll(ExtensionContext context) {
    collect();
    LEAKS.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    collect();
    assertThat(LEAKS).anyMatch(LeakCheck::isOnPurpose);
    LEAKS.removeIf(LeakCheck::isOnPurpose);
    assertThat(LEAKS).isEmpty();
  }

  /**
   * Leaks a buffer on purpose. Then collects garbage until Netty reports this leak, but at most
   * {@value #ATTEMPTS} times.
   */
  private static void collect() {
    leak();
    for (int i = 0; i < ATTEMPTS && LEAKS.stream().noneMatch(LeakCheck::isOnPurpose); i++) {
      System.gc();
      ByteBufAllocator.DEFAULT.directBuffer(16).release(); // each allocation polls for leaks
    }
  }
}
