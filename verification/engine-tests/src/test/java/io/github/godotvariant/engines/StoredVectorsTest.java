package io.github.godotvariant.engines;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares what engines read and write for the bytes of the stored vectors, whole and malformed,
 * with what the library does. An engine may be newer than the one that wrote the vectors.
 */
class StoredVectorsTest {
  @ParameterizedTest
  @EnumSource(Release.class)
  void readsAndWritesVectorsAsEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    List<Reading> readings = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden(release.version())) {
      readings.add(reading(engine, vector.bytes(), vector.objects()));
    }
    for (Vectors.Unusual vector : Vectors.unusual(release.version())) {
      readings.add(reading(engine, vector.bytes(), vector.objects()));
    }
    Judgements judgements = new Judgements(engine, release);
    judgements.compare(readings);
    judgements.report("stored vectors", readings.size());
  }

  private static Reading reading(LiveEngine engine, byte[] bytes, ObjectMode objects) {
    return Reading.of(engine.codec(), new Question(bytes, objects == ObjectMode.FULL, false), true);
  }
}
