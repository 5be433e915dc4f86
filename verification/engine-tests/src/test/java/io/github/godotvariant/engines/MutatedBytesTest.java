package io.github.godotvariant.engines;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged encodings go to our decoder and to real engines: to the same verdict, to the same bytes
 * when encoded again, and for a sample to the same value.
 */
class MutatedBytesTest {
  /** One in so many values is compared as the engine's script sees it as well. */
  private static final int READ = 5;

  @ParameterizedTest
  @EnumSource(Release.class)
  void damagedBytesAreJudgedAsByTheEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    Judgements judgements = new Judgements(engine, release);
    Mutations mutations = new Mutations(release, Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<Reading> readings = new ArrayList<>();
      while (readings.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        boolean readable = readings.size() % READ == 0;
        readings.add(Reading.of(engine.codec(), mutations.next(), readable));
      }
      judgements.compare(readings);
    }
    judgements.report("mutated encodings", Exchange.VALUES);
  }
}
