package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import kotlin.Metadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A class in Java with the metadata that Kotlin's compiler has written for a data class. */
class KotlinValuesTest {
  /** Metadata of a data class whose second property is nullable and whose third has a default. */
  private static final String DATA =
      "\000,\012\002\030\002\012\002\030\002\012\000\012\002\020\011\012\000\012"
          + "\002\020\016\012\000\012\002\020\010\012\002\010\013\012\002\020\013\012"
          + "\000\012\002\020\000\012\002\010\002\010\206\010\030\0002\0020\001B#\022\006\020"
          + "\002\032\0020\003\022\010\020\004\032\004\030\0010\005\022\010\010\002\020"
          + "\006\032\0020\007\242\006\004\010\010\020\011B\021\010\026\022\006\020\002"
          + "\032\0020\003\242\006\004\010\010\020\012";

  @GodotRecord
  @Metadata(
      d1 = DATA,
      d2 = {"", "", "position", "", "name", "", "level"})
  static final class Place {
    private final Vector3 position;
    private final @Nullable String name;
    private final int level;

    /** Changes the level of named places, which a round trip therefore changes too. */
    Place(Vector3 position, @Nullable String name, @DefaultValue("1") int level) {
      this.position = position;
      this.name = name;
      this.level = name == null ? level : level + 1;
    }

    public Vector3 getPosition() {
      return position;
    }

    public @Nullable String getName() {
      return name;
    }

    public int getLevel() {
      return level;
    }
  }

  private static final RecordCodec<Place> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Place.class);

  @Test
  void createsRandomInstances() {
    RandomRecords<Place> random = RandomRecords.of(MethodHandles.lookup(), Place.class, 1);
    List<Place> places = new ArrayList<>();
    while (places.size() < 100) {
      places.add(random.next());
    }
    assertThat(places).extracting(Place::getName).containsNull().anyMatch(name -> name != null);
    assertThat(places).extracting(Place::getPosition).doesNotContainNull().doesNotHaveDuplicates();
  }

  @Test
  void comparesProperties() {
    RoundTrip.check(CODEC, new Place(new Vector3(0.1, 0, 0), null, 1));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> RoundTrip.check(CODEC, new Place(new Vector3(0.1, 0, 0), "a", 1)))
        .withMessageContaining("$.level: expected 2 but was 3");
  }
}
