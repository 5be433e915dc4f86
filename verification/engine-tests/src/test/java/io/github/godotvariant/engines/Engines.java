package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The installed engines. Prints once which ones are missing. */
final class Engines {
  private static final Map<Release, LiveEngine> FOUND = new EnumMap<>(Release.class);
  private static final String MISSING;

  static {
    List<Release> missing = new ArrayList<>();
    for (Release release : Release.values()) {
      LiveEngine.find(release)
          .ifPresentOrElse(engine -> FOUND.put(release, engine), () -> missing.add(release));
    }
    MISSING =
        "Not tested, because not found in "
            + LiveEngine.folder()
            + " or on the PATH: "
            + missing
            + ". verification/engine-tests/install-engines installs engines; its --help says where an"
            + " engine of double precision is looked for.";
    if (!missing.isEmpty()) {
      System.out.println(MISSING);
    }
  }

  private Engines() {}

  /**
   * Returns an engine. If it is missing, the test is skipped, or fails if {@code engines.required}
   * is true and {@code install-engines} installs the engine.
   */
  static LiveEngine of(Release release) {
    Optional<LiveEngine> engine = Optional.ofNullable(FOUND.get(release));
    if (release.isInstallable() && Boolean.getBoolean("engines.required")) {
      assertThat(engine).as(MISSING).isPresent();
    }
    assumeTrue(engine.isPresent(), MISSING);
    return engine.orElseThrow();
  }
}
