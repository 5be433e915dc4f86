package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Tests for null and missing components, in Godot's bytes and in JSON. */
class RequiredComponentsTest {
  @GodotRecord
  record Station(
      @Key("station_id") long id,
      String name,
      @Key("pos") Vector2 position,
      List<String> tags,
      @DefaultValue("1") Integer level,
      Variant any,
      @Nullable String note,
      Optional<String> owner,
      @OtherKeys VariantDictionary rest) {}

  @GodotRecord
  record Network(Map<String, List<Station>> stations) {}

  private static final GodotMapper GODOT = new GodotMapper();

  /** Returns a station in which one component is null, or none. */
  @SuppressWarnings("NullAway") // The tests pass null to components that are not nullable.
  private static Station station(String absent) {
    return new Station(
        1,
        absent.equals("name") ? null : "north",
        absent.equals("position") ? null : new Vector2(1, 2),
        absent.equals("tags") ? null : List.of(),
        absent.equals("level") ? null : 3,
        absent.equals("any") ? null : Variant.of(4),
        absent.equals("note") ? null : "note",
        absent.equals("owner") ? null : Optional.of("Ada"),
        absent.equals("rest") ? null : VariantDictionary.of("more", 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "position", "tags", "level", "any"})
  void rejectsNullLikeRecordCodec(String absent) {
    Station station = station(absent);
    String problem = "Station." + absent + " is null";
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), Station.class).encode(station))
        .withMessageStartingWith(problem);
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(station))
        .satisfies(e -> assertThat(e.getOriginalMessage()).isEqualTo(problem));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> GODOT.codec(Station.class).encode(station))
        .withMessageStartingWith(problem + ", $.");
  }

  @Test
  void namesPathOfNull() {
    Network network = new Network(Map.of("all", List.of(station(""), station("position"))));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(network))
        .withMessageContaining("[\"stations\"]")
        .withMessageContaining("[\"all\"]")
        .withMessageContaining("[1]")
        .withMessageContaining("[\"pos\"]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"note", "owner", "rest"})
  void writesNullOfOptionalComponents(String absent) {
    Station written = GODOT.readValue(GODOT.writeValueAsBytes(station(absent)), Station.class);
    assertThat(written.name()).isEqualTo("north");
    assertThat(written.note()).isEqualTo(absent.equals("note") ? null : "note");
    assertThat(written.owner()).isEqualTo(Optional.of("Ada").filter(x -> !absent.equals("owner")));
    assertThat(written.rest().size()).isEqualTo(absent.equals("rest") ? 0 : 1);
  }

  record Plain(@Nullable String name) {}

  static final class NullWriter extends ValueSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
      out.writeString("none");
    }
  }

  @GodotRecord
  record Named(@JsonSerialize(nullsUsing = NullWriter.class) String name) {}

  private static Variant written(GodotMapper mapper, Object value) {
    return VariantCodec.GODOT_4.decode(mapper.writeValueAsBytes(value));
  }

  @Test
  @SuppressWarnings("NullAway") // The test passes null to components that are not nullable.
  void writesNullIfMapperOrClassPermits() {
    GodotMapper lenient = GodotMapper.builder().lenient().build();
    assertThat(written(lenient, station("name")).asDictionary().containsKey("name")).isFalse();
    assertThat(written(GODOT, new Plain(null))).isEqualTo(VariantDictionary.of("name", null));
    assertThat(written(GODOT, new Named(null))).isEqualTo(VariantDictionary.of("name", "none"));
    assertThat(json().build().writeValueAsString(station("name")))
        .startsWith("{\"station_id\":1,\"pos\":");
  }

  @GodotRecord
  record Profile(String name, Optional<String> title, @DefaultValue("1") Integer level) {}

  @GodotRecord
  record Noted(String name, @Nullable String note) {}

  private static JsonMapper.Builder json() {
    return JsonMapper.builder().findAndAddModules();
  }

  @Test
  void readsMissingComponentsOfJsonAsNull() {
    assertThat(json().build().readValue("{}", Profile.class).name()).isNull();
  }

  /** The feature that the guides recommend for JSON. */
  @Test
  void rejectsMissingComponentsOfJsonOnRequest() {
    JsonMapper strict =
        json().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();
    assertThat(strict.readValue("{\"name\":\"Ada\"}", Profile.class))
        .isEqualTo(new Profile("Ada", Optional.empty(), 1));
    assertThat(strict.readValue("{\"name\":\"Ada\",\"note\":\"n\"}", Noted.class))
        .isEqualTo(new Noted("Ada", "n"));
    for (String missing : List.of("{}", "{\"name\":null}", "{\"level\":null,\"name\":\"Ada\"}")) {
      assertThatExceptionOfType(MismatchedInputException.class)
          .isThrownBy(() -> strict.readValue(missing, Profile.class));
    }
    // Jackson does not know the annotation: Optional must replace it.
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> strict.readValue("{\"name\":\"Ada\"}", Noted.class));
  }

  @Test
  void rejectsOptionalComponentsOfJsonWithOtherFeature() {
    JsonMapper strict =
        json().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES).build();
    for (String json :
        List.of("{\"name\":\"Ada\",\"level\":2}", "{\"name\":\"Ada\",\"title\":\"x\"}")) {
      assertThatExceptionOfType(MismatchedInputException.class)
          .isThrownBy(() -> strict.readValue(json, Profile.class));
    }
  }
}
