package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that a codec read before and cached do not affect the results of its readers. */
class WarmReaderTest {
  private static final int VALUES = 300;
  private static final int WALKS = 4;
  private static final VariantKey KEY = VariantKey.of("a");

  @ParameterizedTest
  @ValueSource(strings = {"godot-4", "godot-3"})
  void readsSameValueAfterOtherValues(String name) {
    Dialect dialect = Dialect.named(name).orElseThrow();
    VariantCodec warm = codec(dialect, ReadLimits.DEFAULT);
    ReadLimits tight = ReadLimits.DEFAULT.withHeapBytes(600).withStringBytes(12);
    VariantCodec warmAndTight = codec(dialect, tight);
    RandomVariants values = RandomVariants.withObjects(dialect, 9, ObjectMode.FULL);
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < VALUES; i++) {
      byte[] bytes = warm.encode(Variant.of(List.of(values.next(), repeating(i, random))));
      for (int j = 0; j < WALKS; j++) {
        assertThat(trace(warm, bytes, j))
            .isEqualTo(trace(codec(dialect, ReadLimits.DEFAULT), bytes, j));
        assertThat(trace(warmAndTight, bytes, j)).isEqualTo(trace(codec(dialect, tight), bytes, j));
        bytes = bytes.clone();
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
    }
  }

  private static VariantCodec codec(Dialect dialect, ReadLimits limits) {
    return VariantCodec.of(dialect).withObjects(ObjectMode.FULL).withLimits(limits);
  }

  /** Returns dictionaries with few different keys and strings, which repeat. */
  private static Variant repeating(int i, SplittableRandom random) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    int size = i % 50 == 0 ? 40 : random.nextInt(6);
    for (int k = 0; k < size; k++) {
      String key = "abcdefgh".repeat(8).substring(k % 3, 1 + k % 3 + (k % 5) * (k % 11)) + k;
      pairs.put(
          random.nextInt(20) == 0 ? k : key,
          random.nextInt(4) == 0 ? repeating(i + 1, random) : List.of(k, "text"));
    }
    return pairs.build();
  }

  /** Returns all results of a random sequence of calls, which depends on the seed. */
  private static List<String> trace(VariantCodec codec, byte[] bytes, long seed) {
    List<String> events = new ArrayList<>();
    try (VariantReader reader = codec.reader(bytes)) {
      walk(reader, new SplittableRandom(seed), events);
      events.add("end " + reader.byteOffset());
    } catch (VariantException e) {
      events.add(e.getClass() + " " + e.getMessage());
    }
    return events;
  }

  private static void walk(VariantReader reader, SplittableRandom random, List<String> events) {
    events.add(reader.path() + " " + reader.byteOffset());
    int action = random.nextInt(16);
    if (action == 0) {
      reader.skipValue();
      return;
    } else if (action == 1) {
      events.add("found " + reader.seek("a") + reader.path());
      events.add(reader.nextValue().toString());
      throw new VariantTypeException("left here", -1, "");
    }
    switch (reader.peek()) {
      case DICTIONARY -> {
        reader.beginDictionary();
        while (reader.hasNext()) {
          key(reader, random, events);
          walk(reader, random, events);
        }
        reader.endDictionary();
      }
      case ARRAY -> {
        reader.beginArray();
        while (reader.hasNext()) {
          walk(reader, random, events);
        }
        reader.endArray();
      }
      case STRING, STRING_NAME -> events.add(reader.nextString());
      default -> events.add(reader.nextValue().toString());
    }
  }

  private static void key(VariantReader reader, SplittableRandom random, List<String> events) {
    events.add(reader.path() + " key " + reader.byteOffset());
    boolean isText =
        switch (reader.peek()) {
          case STRING, STRING_NAME -> true;
          default -> false;
        };
    int action = random.nextInt(12);
    if (action == 0) {
      reader.skipValue();
    } else if (action == 1 || !isText) {
      events.add("" + reader.nextValue());
    } else if (action == 2 && reader.nextKeyIs(KEY)) {
      events.add("is a");
    } else {
      events.add(reader.nextString());
    }
  }
}
