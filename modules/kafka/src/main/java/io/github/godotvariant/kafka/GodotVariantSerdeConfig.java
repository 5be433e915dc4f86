package io.github.godotvariant.kafka;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a serializer or deserializer that Kafka creates from its class name. The
 * constructor throws {@link ConfigException} if a setting is invalid.
 *
 * <p>Immutable, like all configurations of Kafka.
 */
public final class GodotVariantSerdeConfig extends AbstractConfig {
  /**
   * {@value}: the name of the dialect, as for {@link Dialect#named}. Values are written in this
   * dialect. Values without a header are read in this dialect. The default is {@code godot-4}.
   */
  public static final String DIALECT = "godot.variant.dialect";

  /**
   * {@value}: the names of the dialects that a header can select. {@link #DIALECT} is always
   * allowed too. The default is all dialects that a Godot release writes. The dialects named {@code
   * manual-…} are not included.
   */
  public static final String DIALECTS = "godot.variant.dialects";

  /**
   * {@value}: the Java record class for the keys of Kafka records, annotated with {@link
   * GodotRecord}. By default, keys are Variants.
   */
  public static final String KEY_TYPE = "godot.variant.key.type";

  /**
   * {@value}: the Java record class for the values of Kafka records, annotated with {@link
   * GodotRecord}. By default, values are Variants.
   */
  public static final String VALUE_TYPE = "godot.variant.value.type";

  /**
   * {@value}: the maximum length in bytes of a value that is read. The default is the limit of
   * {@link ReadLimits#DEFAULT}.
   */
  public static final String MAX_BYTES = "godot.variant.max.bytes";

  /**
   * {@value}: the maximum nesting depth of a value that is read. The default is the limit of {@link
   * ReadLimits#DEFAULT}.
   */
  public static final String MAX_DEPTH = "godot.variant.max.depth";

  /**
   * {@value}: the maximum number of elements of a value that is read. The default is the limit of
   * {@link ReadLimits#DEFAULT}.
   */
  public static final String MAX_ELEMENTS = "godot.variant.max.elements";

  /**
   * {@value}: the accepted forms of objects. The default, {@code ids}, accepts only instance ids;
   * {@code full} also accepts full objects. In both modes, the decoder returns objects as data and
   * does not create instances of their classes.
   */
  public static final String OBJECTS = "godot.variant.objects";

  /** The message of the exception that is thrown if {@code configure} has not been called. */
  static final String NOT_CONFIGURED =
      "configure has not been called; call it, or pass a codec to the constructor";

  private static final String ENGINE_PREFIX = "godot-";
  private static final String KEY_PREFIX = "godot.variant.";

  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(
              DIALECT,
              ConfigDef.Type.STRING,
              Dialect.GODOT_4.name(),
              GodotVariantSerdeConfig::checkDialect,
              Importance.HIGH,
              "The dialect of written values, and of read values without a header.")
          .define(
              DIALECTS,
              ConfigDef.Type.LIST,
              Dialect.presets().stream()
                  .map(Dialect::name)
                  .filter(name -> name.startsWith(ENGINE_PREFIX))
                  .toList(),
              GodotVariantSerdeConfig::checkDialects,
              Importance.MEDIUM,
              "The dialects that the header " + GodotVariantSerde.DIALECT_HEADER + " can select.")
          .define(
              KEY_TYPE,
              ConfigDef.Type.CLASS,
              null,
              Importance.MEDIUM,
              "The record class of keys. By default, keys are Variants.")
          .define(
              VALUE_TYPE,
              ConfigDef.Type.CLASS,
              null,
              Importance.MEDIUM,
              "The record class of values. By default, values are Variants.")
          .define(
              MAX_BYTES,
              ConfigDef.Type.LONG,
              ReadLimits.DEFAULT.bytes(),
              Range.atLeast(0),
              Importance.MEDIUM,
              "The maximum length in bytes of a value that is read.")
          .define(
              MAX_DEPTH,
              ConfigDef.Type.INT,
              ReadLimits.DEFAULT.depth(),
              Range.between(0, ReadLimits.ENGINE_DEPTH),
              Importance.LOW,
              "The maximum nesting depth of a value that is read.")
          .define(
              MAX_ELEMENTS,
              ConfigDef.Type.LONG,
              ReadLimits.DEFAULT.elements(),
              Range.atLeast(0),
              Importance.LOW,
              "The maximum number of elements of a value that is read.")
          .define(
              OBJECTS,
              ConfigDef.Type.STRING,
              name(ObjectMode.IDS),
              ValidString.in(name(ObjectMode.IDS), name(ObjectMode.FULL)),
              Importance.LOW,
              "Whether objects are only instance ids, or also full objects.");

  /**
   * Parses the configuration of a producer, a consumer or an application.
   *
   * @param configs the whole configuration; keys of other components are ignored
   * @throws ConfigException if a value is invalid, or if a key starts with {@code godot.variant.}
   *     and is not a key of this class
   */
  public GodotVariantSerdeConfig(Map<String, ?> configs) {
    super(DEFINITION, configs, false);
    for (Map.Entry<String, ?> setting : configs.entrySet()) {
      String key = setting.getKey();
      if (key.startsWith(KEY_PREFIX) && !DEFINITION.names().contains(key)) {
        throw new ConfigException(
            key,
            setting.getValue(),
            "unknown setting; known settings: "
                + DEFINITION.names().stream().sorted().collect(Collectors.joining(", ")));
      }
    }
  }

  /**
   * Returns the definition of all configuration keys of this class, for example for the
   * documentation tools of Kafka.
   *
   * @return a copy
   */
  public static ConfigDef definition() {
    return new ConfigDef(DEFINITION);
  }

  /** Returns the setting that names the record class: {@link #KEY_TYPE} or {@link #VALUE_TYPE}. */
  static String typeSetting(boolean isKey) {
    return isKey ? KEY_TYPE : VALUE_TYPE;
  }

  /** Returns a codec for each dialect. The codec for {@link #DIALECT} is the first. */
  List<ValueCodec<?>> codecs(boolean isKey) {
    String typeSetting = typeSetting(isKey);
    Class<?> type = getClass(typeSetting);
    List<String> names = new ArrayList<>();
    names.add(getString(DIALECT));
    names.addAll(getList(DIALECTS));
    ReadLimits limits =
        ReadLimits.DEFAULT
            .withBytes(getLong(MAX_BYTES))
            .withDepth(getInt(MAX_DEPTH))
            .withElements(getLong(MAX_ELEMENTS));
    ObjectMode objects = ObjectMode.valueOf(getString(OBJECTS).toUpperCase(Locale.ROOT));
    List<ValueCodec<?>> codecs = new ArrayList<>();
    for (Dialect dialect :
        names.stream().map(name -> Dialect.named(name).orElseThrow()).distinct().toList()) {
      VariantCodec codec = VariantCodec.of(dialect).withLimits(limits).withObjects(objects);
      codecs.add(type == null ? codec : recordCodec(typeSetting, type).with(codec));
    }
    return codecs;
  }

  private static RecordCodec<?> recordCodec(String key, Class<?> type) {
    try {
      return RecordCodec.of(type);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(key, type.getName(), String.valueOf(e.getMessage()));
    }
  }

  private static void checkDialect(String key, @Nullable Object name) {
    if (name == null || Dialect.named((String) name).isEmpty()) {
      throw new ConfigException(
          key,
          name,
          "is none of "
              + String.join(", ", Dialect.presets().stream().map(Dialect::name).toList()));
    }
  }

  private static void checkDialects(String key, Object names) {
    for (Object name : (List<?>) names) {
      checkDialect(key, name);
    }
  }

  private static String name(ObjectMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
