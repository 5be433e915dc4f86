package io.github.godotvariant.engines;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares how engines and the library decode and encode the stored vectors, valid and malformed.
 * The engine can be newer than the one that wrote the vectors.
 */
class StoredVectorsTest {
  @ParameterizedTest
  @EnumSource(Release.class)
  void readsAndWritesVectorsAsEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    List<LibraryResult> readings = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden(release.version())) {
      readings.add(reading(engine, vector.bytes(), vector.objects()));
    }
    for (Vectors.Unusual vector : Vectors.unusual(release.version())) {
      readings.add(reading(engine, vector.bytes(), vector.objects()));
    }
    DecodeComparison results = new DecodeComparison(engine, release);
    results.compare(readings);
    results.report("stored vectors", readings.size());
  }

  private static LibraryResult reading(LiveEngine engine, byte[] bytes, ObjectMode objects) {
    return LibraryResult.of(
        engine.codec(), new DecodeRequest(bytes, objects == ObjectMode.FULL, false), true);
  }
}
