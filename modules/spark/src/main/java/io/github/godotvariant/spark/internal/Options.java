package io.github.godotvariant.spark.internal;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveOptions;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.ExprUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The options of a call of a function, or of the data source. As in Spark, the case of option names
 * is ignored.
 */
final class Options implements Serializable {
  private static final long serialVersionUID = 1;

  static final String DIALECT = "dialect";
  static final String MODE = "mode";
  static final String CORRUPT_COLUMN = "columnNameOfCorruptRecord";
  static final String MAX_BYTES = "maxBytes";
  static final String MAX_DEPTH = "maxDepth";
  static final String MAX_ELEMENTS = "maxElements";
  static final String OBJECTS = "objects";
  static final String BYTES = "bytes";
  static final String PASSWORD = "password";
  static final String SECRET_KEY = "secretKey";
  static final String FRAMING = "framing";
  static final String VALUE_INDEX = "valueIndex";
  static final String TYPES = "types";

  /** The names of the options of functions that decode a value. */
  static final Set<String> OF_VALUES =
      Set.of(DIALECT, MODE, CORRUPT_COLUMN, MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, OBJECTS, BYTES);

  /**
   * The names of the options of {@code from_godot_save}, which decodes save files in a BINARY
   * column.
   */
  static final Set<String> OF_SAVES =
      Set.of(
          DIALECT,
          MODE,
          MAX_BYTES,
          MAX_DEPTH,
          MAX_ELEMENTS,
          OBJECTS,
          BYTES,
          PASSWORD,
          SECRET_KEY,
          FRAMING);

  /** The names of the options of the function that encodes a value. */
  static final Set<String> OF_WRITING = Set.of(DIALECT, MODE, OBJECTS, TYPES);

  /** The values of the option {@code mode}, which determines how malformed values are handled. */
  enum Mode {
    PERMISSIVE,
    DROPMALFORMED,
    FAILFAST
  }

  private final TreeMap<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final boolean isCaseSensitive;
  private final String corruptColumn;

  private Options(Map<String, String> values) {
    this.values.putAll(values);
    SQLConf conf = SQLConf.get();
    isCaseSensitive = conf.caseSensitiveAnalysis();
    this.corruptColumn = this.values.getOrDefault(CORRUPT_COLUMN, conf.columnNameOfCorruptRecord());
  }

  /**
   * Returns the options of the data source. The map can also contain options of Spark itself.
   *
   * <p>Throws an AnalysisException if an option is invalid.
   */
  static Options ofSource(Map<String, String> values) {
    Options options = new Options(values);
    options.check();
    return options;
  }

  /**
   * Returns the options of a function.
   *
   * <p>Throws an AnalysisException if an option is invalid or unknown.
   */
  static Options of(Map<String, String> values, Set<String> allowed) {
    Options options = new Options(values);
    for (String name : values.keySet()) {
      if (allowed.stream().noneMatch(name::equalsIgnoreCase)) {
        throw SparkExceptions.option(name, "unknown option; known options: " + sorted(allowed));
      }
    }
    options.check();
    return options;
  }

  private static String sorted(Set<String> names) {
    return String.join(", ", names.stream().sorted().toList());
  }

  private void check() {
    SaveOptions unused = saveOptions();
    mode(Mode.PERMISSIVE);
    usesBase64();
    valueIndex();
  }

  boolean isCaseSensitive() {
    return isCaseSensitive;
  }

  /**
   * Returns the index of the field with the name in a struct; -1 if the struct does not have this
   * field. The setting {@code spark.sql.caseSensitive} determines whether case matters.
   */
  int position(StructType type, String name) {
    String[] names = type.fieldNames();
    for (int i = 0; i < names.length; i++) {
      if (isNamed(names[i], name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns whether two names are equal. The setting {@code spark.sql.caseSensitive} determines
   * whether case matters.
   */
  boolean isNamed(String column, String name) {
    return isCaseSensitive ? column.equals(name) : column.equalsIgnoreCase(name);
  }

  /**
   * Returns the index of the column for corrupt records in a struct; -1 if there is no such column.
   * Throws an AnalysisException if the column is not a nullable STRING.
   */
  int corruptPosition(StructType type) {
    int position = position(type, corruptColumn);
    if (position >= 0) {
      ExprUtils.verifyColumnNameOfCorruptRecord(type, type.fieldNames()[position]);
    }
    return position;
  }

  String corruptColumn() {
    return corruptColumn;
  }

  Mode mode(Mode defaultMode) {
    return oneOf(MODE, Mode.values()).orElse(defaultMode);
  }

  /** Returns whether a malformed value makes the query fail; false by default. */
  boolean isFailFast() {
    return mode(Mode.PERMISSIVE) == Mode.FAILFAST;
  }

  boolean usesBase64() {
    return eitherOf(BYTES, "binary", "base64").equals("base64");
  }

  Optional<Long> valueIndex() {
    return values.containsKey(VALUE_INDEX)
        ? Optional.of(number(VALUE_INDEX, 0, Long.MAX_VALUE))
        : Optional.empty();
  }

  Optional<String> types() {
    return Optional.ofNullable(values.get(TYPES));
  }

  Dialect dialect() {
    return findDialect().orElse(Dialect.GODOT_4);
  }

  VariantCodec codec() {
    return VariantCodec.of(dialect()).withLimits(limits()).withObjects(objects());
  }

  SaveOptions saveOptions() {
    SaveOptions options = SaveOptions.DEFAULT.withLimits(limits()).withObjects(objects());
    Optional<Dialect> dialect = findDialect();
    if (dialect.isPresent()) {
      options = options.withDialect(dialect.get());
    }
    Optional<Framing> framing = oneOf(FRAMING, Framing.values());
    if (framing.isPresent()) {
      options = options.withFraming(framing.get());
    }
    EncryptionKey key = key();
    return key == null ? options : options.withKey(key);
  }

  /**
   * Returns a writer that converts values to VARIANT. The values were decoded in the given dialect.
   */
  SparkVariantWriter variantWriter(Dialect dialect) {
    return new SparkVariantWriter(dialect, usesBase64());
  }

  private @Nullable EncryptionKey key() {
    String password = values.get(PASSWORD);
    String key = values.get(SECRET_KEY);
    if (password != null && key != null) {
      throw SparkExceptions.option(SECRET_KEY, "set either password or secretKey");
    }
    try {
      if (password != null) {
        return EncryptionKey.ofPassword(password);
      }
      return key == null ? null : EncryptionKey.of(HexFormat.of().parseHex(key));
    } catch (IllegalArgumentException e) {
      // The original message can contain the secret.
      throw password != null
          ? SparkExceptions.option(PASSWORD, "the password contains NUL")
          : SparkExceptions.option(SECRET_KEY, "the key must have 64 hexadecimal digits");
    }
  }

  private Optional<Dialect> findDialect() {
    String name = values.get(DIALECT);
    if (name == null) {
      return Optional.empty();
    }
    Stream<String> names = Dialect.presets().stream().map(Dialect::name);
    return Optional.of(Dialect.named(name).orElseThrow(() -> notOneOf(DIALECT, name, names)));
  }

  private static RuntimeException notOneOf(String option, String text, Stream<String> names) {
    String known = names.collect(Collectors.joining(", "));
    return SparkExceptions.option(option, text + " is not one of " + known);
  }

  private ObjectMode objects() {
    return oneOf(OBJECTS, ObjectMode.values()).orElse(ObjectMode.IDS);
  }

  private ReadLimits limits() {
    ReadLimits limits = ReadLimits.DEFAULT;
    if (values.containsKey(MAX_BYTES)) {
      limits = limits.withBytes(number(MAX_BYTES, 0, Long.MAX_VALUE));
    }
    if (values.containsKey(MAX_DEPTH)) {
      limits = limits.withDepth((int) number(MAX_DEPTH, 0, ReadLimits.ENGINE_DEPTH));
    }
    if (values.containsKey(MAX_ELEMENTS)) {
      limits = limits.withElements(number(MAX_ELEMENTS, 0, Long.MAX_VALUE));
    }
    return limits;
  }

  private <E extends Enum<E>> Optional<E> oneOf(String name, E[] all) {
    String text = values.get(name);
    if (text == null) {
      return Optional.empty();
    }
    for (E option : all) {
      if (option.name().equalsIgnoreCase(text)) {
        return Optional.of(option);
      }
    }
    throw notOneOf(
        name, text, Arrays.stream(all).map(option -> option.name().toLowerCase(Locale.ROOT)));
  }

  private String eitherOf(String name, String first, String second) {
    String text = values.getOrDefault(name, first).toLowerCase(Locale.ROOT);
    if (!text.equals(first) && !text.equals(second)) {
      throw notOneOf(name, text, Stream.of(first, second));
    }
    return text;
  }

  private long number(String name, long min, long max) {
    String text = String.valueOf(values.get(name));
    try {
      long number = Long.parseLong(text.strip());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw SparkExceptions.option(name, text + " is not an integer from " + min + " to " + max);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Options options
        && values.equals(options.values)
        && isCaseSensitive == options.isCaseSensitive
        && corruptColumn.equals(options.corruptColumn);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /**
   * Returns the options as text for query plans and logs. The values of secrets are replaced by
   * {@code *}.
   */
  @Override
  public String toString() {
    TreeMap<String, String> printed = new TreeMap<>(values); // also ignores the case of names
    printed.replace(PASSWORD, "*");
    printed.replace(SECRET_KEY, "*");
    return printed.toString();
  }
}
