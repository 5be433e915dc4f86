package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.File;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.ClassUtil;
import tools.jackson.databind.util.TokenBuffer;

/** Reads the types that databind knows from values of every type and from hostile strings. */
class HostileTypesTest {
  private static final GodotMapper GODOT = new GodotMapper();

  enum Mood {
    GOOD,
    BAD
  }

  record Holder<T>(T value) {}

  record Point(double x, double y) {}

  static final class ThrowingCreator {
    @SuppressWarnings("unused") // an argument of a creator
    ThrowingCreator(String text) {
      throw new IllegalArgumentException("refused: " + text);
    }
  }

  private static final List<Type> TYPES =
      List.of(
          boolean.class,
          byte.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class,
          char.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          Number.class,
          BigInteger.class,
          BigDecimal.class,
          String.class,
          CharSequence.class,
          StringBuilder.class,
          StringBuffer.class,
          boolean[].class,
          byte[].class,
          short[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class,
          char[].class,
          String[].class,
          Object[].class,
          int[][].class,
          Point[].class,
          UUID.class,
          URI.class,
          URL.class,
          File.class,
          Path.class,
          Class.class,
          Currency.class,
          Pattern.class,
          Locale.class,
          Charset.class,
          TimeZone.class,
          InetAddress.class,
          InetSocketAddress.class,
          Date.class,
          Calendar.class,
          GregorianCalendar.class,
          ByteBuffer.class,
          AtomicBoolean.class,
          AtomicInteger.class,
          AtomicLong.class,
          new TypeReference<AtomicReference<LocalDate>>() {}.getType(),
          new TypeReference<Optional<LocalDate>>() {}.getType(),
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class,
          StackTraceElement.class,
          Throwable.class,
          Void.class,
          Object.class,
          Mood.class,
          TimeUnit.class,
          new TypeReference<EnumSet<Mood>>() {}.getType(),
          new TypeReference<EnumMap<Mood, Integer>>() {}.getType(),
          new TypeReference<Map.Entry<UUID, Integer>>() {}.getType(),
          new TypeReference<Map<UUID, LocalDate>>() {}.getType(),
          new TypeReference<Map<LocalDate, UUID>>() {}.getType(),
          new TypeReference<Map<Integer, Mood>>() {}.getType(),
          new TypeReference<Map<Mood, Integer>>() {}.getType(),
          new TypeReference<List<LocalDate>>() {}.getType(),
          new TypeReference<List<char[]>>() {}.getType(),
          new TypeReference<Set<Mood>>() {}.getType(),
          new TypeReference<ArrayBlockingQueue<URI>>() {}.getType(),
          new TypeReference<ConcurrentHashMap<Locale, Point>>() {}.getType(),
          Properties.class,
          Collection.class,
          Map.class,
          JsonNode.class,
          ObjectNode.class,
          ArrayNode.class,
          TokenBuffer.class,
          Point.class,
          ThrowingCreator.class,
          DayOfWeek.class,
          Duration.class,
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          LocalTime.class,
          Month.class,
          MonthDay.class,
          OffsetDateTime.class,
          OffsetTime.class,
          Period.class,
          Year.class,
          YearMonth.class,
          ZoneId.class,
          ZoneOffset.class,
          ZonedDateTime.class);

  /** Characters that control a terminal or change the text direction. */
  private static final String HOSTILE =
      "a\u001b[31m\r\nb\u0085\u2028\u202e\u200b\u0001\ud83d\ude00c";

  private static final List<Variant> INPUTS = inputs();

  private static List<Variant> inputs() {
    List<Variant> inputs = new ArrayList<>();
    for (String text :
        List.of(
            "",
            " ",
            "1",
            HOSTILE,
            HOSTILE + "x".repeat(5000),
            HOSTILE.repeat(300),
            "1e999999999",
            "-" + "9".repeat(400),
            "2020-01-01" + HOSTILE,
            "http://" + HOSTILE,
            "00000000-0000-0000-0000-" + HOSTILE,
            "UTC" + HOSTILE,
            "[" + HOSTILE,
            "java.lang." + HOSTILE)) {
      inputs.add(Variant.of(text));
      inputs.add(VariantArray.of(text));
      inputs.add(VariantArray.of(VariantArray.of(text)));
      inputs.add(PackedStringArray.of(text));
      inputs.add(VariantDictionary.of(text, text));
    }
    for (Object number : List.of(0, -1, 128, 1 << 20, Long.MAX_VALUE, Long.MIN_VALUE)) {
      inputs.add(Variant.of(number));
      inputs.add(VariantArray.of(number));
    }
    for (double number : new double[] {1.5, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY}) {
      inputs.add(Variant.of(number));
      inputs.add(VariantArray.of(number));
    }
    inputs.add(Variant.NIL);
    inputs.add(VariantArray.of(Variant.NIL, Variant.NIL));
    inputs.add(VariantArray.of(new Vector2(1, 2)));
    inputs.add(VariantArray.of(PackedInt32Array.of(1), PackedByteArray.of(new byte[] {1})));
    inputs.add(VariantArray.of(PackedStringArray.of("a"), PackedStringArray.of(HOSTILE)));
    inputs.add(VariantDictionary.of("x", new Vector2(1, 2), HOSTILE, 1));
    inputs.add(VariantDictionary.of(1, 2));
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 0x6f6e65);
    for (int i = 0; i < 60 * Integer.getInteger("laws", 1); i++) {
      inputs.add(random.next());
    }
    return inputs;
  }

  static Stream<JavaType> types() {
    return TYPES.stream().map(GODOT::constructType);
  }

  @ParameterizedTest
  @MethodSource("types")
  void readsRootValuesOrThrows(JavaType type) {
    ObjectReader reader = GODOT.readerFor(type);
    INPUTS.parallelStream()
        .forEach(
            input -> {
              byte[] bytes = VariantCodec.GODOT_4.encode(input);
              Reading byMapper = read(type, bytes, () -> GODOT.readValue(bytes, type));
              Reading byReader = read(type, bytes, () -> reader.readValue(bytes));
              read(type, bytes, () -> readAll(reader, bytes));
              assertThat(byReader.isRejected()).isEqualTo(byMapper.isRejected());
              checkType(byMapper.value(), type);
            });
  }

  @ParameterizedTest
  @MethodSource("types")
  void readsListElementsOrThrows(JavaType type) {
    JavaType list = GODOT.getTypeFactory().constructCollectionType(List.class, boxed(type));
    INPUTS.parallelStream()
        .forEach(
            input -> {
              byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(input));
              Reading reading = read(list, bytes, () -> GODOT.readValue(bytes, list));
              if (reading.value() instanceof List<?> elements) {
                checkType(elements.get(0), type);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("types")
  void readsComponentsOrThrows(JavaType type) {
    JavaType holder = GODOT.getTypeFactory().constructParametricType(Holder.class, boxed(type));
    INPUTS.parallelStream()
        .forEach(
            input -> {
              byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("value", input));
              Reading reading = read(holder, bytes, () -> GODOT.readValue(bytes, holder));
              if (reading.value() instanceof Holder<?> read) {
                checkType(read.value(), type);
              }
            });
  }

  private static JavaType boxed(JavaType type) {
    return type.isPrimitive()
        ? GODOT.constructType(ClassUtil.wrapperType(type.getRawClass()))
        : type;
  }

  private static List<Object> readAll(ObjectReader reader, byte[] bytes) {
    try (MappingIterator<Object> all = reader.readValues(bytes)) {
      return all.readAll();
    }
  }

  /** The result of reading: a value, or null if the input was rejected. */
  private record Reading(@Nullable Object value, boolean isRejected) {}

  /** Reads a value, or checks the exception. */
  private static Reading read(JavaType type, byte[] bytes, Supplier<@Nullable Object> reading) {
    try {
      return new Reading(reading.get(), false);
    } catch (RuntimeException e) {
      assertThat(e)
          .as(() -> type + " of " + HexFormat.of().formatHex(bytes, 0, Math.min(200, bytes.length)))
          .isInstanceOf(JacksonException.class)
          .hasCauseInstanceOf(VariantException.class);
      checkText(e.getMessage());
      checkText(e.toString());
      checkText(((JacksonException) e).getOriginalMessage());
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof VariantException) {
          checkText(cause.getMessage());
        }
      }
      return new Reading(null, true);
    }
  }

  private static void checkType(@Nullable Object value, JavaType type) {
    if (value != null) {
      assertThat(value).isInstanceOf(boxed(type).getRawClass());
    }
  }

  private static void checkText(@Nullable String message) {
    String text = Objects.requireNonNull(message);
    assertThat(text).hasSizeLessThan(2000);
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int c = text.codePointAt(i);
      if ((c < ' ' || c > '~') && isHostile(c)) {
        throw new AssertionError("code point " + c + " in " + text);
      }
    }
  }

  private static boolean isHostile(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
