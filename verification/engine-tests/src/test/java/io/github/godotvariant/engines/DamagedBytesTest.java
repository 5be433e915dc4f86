package io.github.godotvariant.engines;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Decodes damaged encodings with the library and with real engines. Both accept or reject them, and
 * encode the same bytes; for a sample, the values are compared too.
 */
class DamagedBytesTest {
  /** One of this number of values is also compared as a decoded value. */
  private static final int READ = 5;

  @ParameterizedTest
  @EnumSource(Release.class)
  void decodesDamagedBytesAsEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    DecodeComparison results = new DecodeComparison(engine, release);
    DamagedEncodings encodings = new DamagedEncodings(release, Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<LibraryResult> readings = new ArrayList<>();
      while (readings.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        boolean readable = readings.size() % READ == 0;
        readings.add(LibraryResult.of(engine.codec(), encodings.next(), readable));
      }
      results.compare(readings);
    }
    results.report("damaged encodings", Exchange.VALUES);
  }
}
