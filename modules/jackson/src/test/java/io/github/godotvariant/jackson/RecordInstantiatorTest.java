package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.godotvariant.VariantTypeException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.exc.ValueInstantiationException;

class RecordInstantiatorTest {
  private static final GodotMapper MAPPER = GodotMapper.builder().build();

  private record Kinds(
      boolean flag,
      byte small,
      short mid,
      int id,
      long time,
      float f,
      double d,
      char c,
      @Nullable String s) {}

  private record Hidden(int id, List<Integer> rest) {}

  private record Empty() {}

  private record Checked(int id) {
    private Checked {
      if (id < 0) {
        throw new IllegalArgumentException("id " + id + " is negative");
      }
      if (id > 100) {
        throw new AssertionError("id " + id + " is large");
      }
    }
  }

  private record Made(int id, String by) {
    @JsonCreator
    static Made of(@JsonProperty("id") int id) {
      return new Made(id, "factory");
    }
  }

  private static <T> T read(Object value, Class<T> type) {
    return MAPPER.readValue(MAPPER.writeValueAsBytes(value), type);
  }

  @Test
  void bindsComponentsOfEveryType() {
    Kinds kinds = new Kinds(true, (byte) -1, (short) -2, 3, 1L << 40, 0.5f, 0.1, 'x', "text");

    assertThat(read(kinds, Kinds.class)).isEqualTo(kinds);
    assertThat(read(new Hidden(1, List.of(2)), Hidden.class)).isEqualTo(new Hidden(1, List.of(2)));
    assertThat(read(Map.of(), Empty.class)).isEqualTo(new Empty());
  }

  @Test
  void usesDefaultOfTypeForMissingComponents() {
    GodotMapper forgiving =
        GodotMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

    assertThat(forgiving.readValue(MAPPER.writeValueAsBytes(Map.of("id", 7)), Kinds.class))
        .isEqualTo(new Kinds(false, (byte) 0, (short) 0, 7, 0, 0, 0, (char) 0, null));
  }

  @Test
  void reportsConstructorExceptionAsCause() {
    assertThatThrownBy(() -> read(Map.of("id", -3), Checked.class))
        .isInstanceOf(ValueInstantiationException.class)
        .hasMessageContaining("id -3 is negative")
        .cause()
        .isInstanceOf(VariantTypeException.class)
        .hasMessageContaining("id -3 is negative")
        .cause()
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> read(Map.of("id", 101), Checked.class))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessage("id 101 is large");
  }

  @Test
  void callsProblemHandlers() {
    GodotMapper forgiving =
        GodotMapper.builder()
            .addHandler(
                new DeserializationProblemHandler() {
                  @Override
                  public Object handleInstantiationProblem(
                      DeserializationContext context,
                      Class<?> type,
                      Object argument,
                      Throwable problem) {
                    return new Checked(((Object[]) argument).length);
                  }
                })
            .build();

    assertThat(forgiving.readValue(MAPPER.writeValueAsBytes(Map.of("id", -3)), Checked.class))
        .isEqualTo(new Checked(1));
  }

  @Test
  void usesCreatorMethods() {
    assertThat(read(Map.of("id", 5), Made.class)).isEqualTo(new Made(5, "factory"));
  }

  @Test
  void createsRecordsWithRecordInstantiator() {
    assertThatThrownBy(() -> read(Map.of("id", -3), Checked.class))
        .cause()
        .cause()
        .satisfies(
            problem ->
                assertThat(problem.getStackTrace())
                    .anyMatch(at -> at.getClassName().equals(RecordInstantiator.class.getName())));
  }
}
