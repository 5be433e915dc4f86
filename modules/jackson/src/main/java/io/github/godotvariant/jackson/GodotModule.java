package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.godotvariant.Variant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.KeyDeserializers;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.type.MapType;

/**
 * A module that reads and writes Godot's values in JSON, CBOR, YAML and every other data format of
 * Jackson. Jackson finds it by service loading, as in {@code
 * JsonMapper.builder().findAndAddModules()}. Every {@link GodotMapper} contains it.
 *
 * <p>In other formats than Godot's, values are written as {@link
 * io.github.godotvariant.json.PlainJson} documents. The documents are read as the requested value
 * class, without conversions: a missing or unknown member, or a value of another type, throws a
 * {@link tools.jackson.databind.exc.MismatchedInputException} with the path of that member or
 * value. {@link Variant} accepts every document. If the requested class is {@link
 * io.github.godotvariant.CallableValue}, a null in the document becomes the empty Callable.
 * Otherwise the null becomes {@link io.github.godotvariant.NilValue} if the requested class permits
 * that value, and Java null if not. Binary formats use their own types for floats and bytes.
 *
 * <p>In Godot's format, values are read and written unchanged. In addition, a {@link GodotMapper}
 * does the following:
 *
 * <ul>
 *   <li>It reads packed arrays and Arrays as arrays, lists and sets of their elements. It reads
 *       vectors, rectangles, transforms and colors as classes with the same members.
 *   <li>It writes {@code byte[]}, {@code int[]}, {@code long[]}, {@code float[]}, {@code double[]}
 *       and {@code String[]}, and arrays, lists and sets of vectors and colors, as packed arrays.
 *       It writes other lists and sets as packed arrays only with {@link
 *       io.github.godotvariant.records.Packed}. In a class with {@link
 *       io.github.godotvariant.records.GodotRecord}, it writes only these arrays of primitives, and
 *       containers with {@code Packed}, as packed arrays, like the record codec.
 *   <li>It writes a record as a vector, quaternion or color if the record has the same components
 *       and Jackson writes exactly these members. Otherwise, or if the record has {@code
 *       GodotRecord}, it writes a Dictionary of the members that Jackson writes.
 * </ul>
 *
 * <p>In other formats, the module does not affect classes that are not values and have no
 * annotation of this project.
 *
 * <p>The annotations of {@link io.github.godotvariant.records} apply in all formats, except {@code
 * AsStringName}, {@code Packed} and {@code Typed}, which apply to Godot's format only. {@code
 * GodotRecord.stringNameKeys} is ignored. Jackson's own annotations take precedence. Annotations on
 * type arguments apply only at the first level, as in {@code List<@AsStringName String>}. Only
 * {@link io.github.godotvariant.records.AdaptedBy} also applies in nested type arguments.
 */
public final class GodotModule extends JacksonModule {
  /** Creates a module; also used for service loading. */
  public GodotModule() {}

  @Override
  public String getModuleName() {
    return "GodotModule";
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    context.addSerializers(new ValueSerializers(new VariantSerializer()));
    context.addKeySerializers(new ValueSerializers(new VariantKeySerializer()));
    context.addKeyDeserializers(new KeysOfValues());
    context.addHandler(new EmbeddedValueHandler());
    context.addHandler(new UnknownKeysHandler());
    context.addHandler(new DefaultConstantHandler());
    context.addDeserializerModifier(new DefaultConstantHandler.Modifier());
    context.addDeserializerModifier(new OtherKeysDeserializer.Modifier());
    context.addSerializerModifier(new OtherKeysWriter.Modifier());
    // Mappers for other formats must not change: they handle classes that are not values and have
    // no annotations as if this module were absent.
    boolean isGodot = context.tokenStreamFactory() instanceof GodotFactory;
    context.addDeserializers(new ValueDeserializers(isGodot));
    if (isGodot) {
      context.addDeserializerModifier(new HashedDeserializer.Modifier());
      context.addDeserializerModifier(new DateTimeDeserializer.Modifier());
      context.addSerializerModifier(new ContainerSerializer.Modifier());
    }
    context.insertAnnotationIntrospector(new RecordAnnotations.ConstantAliases());
    context.appendAnnotationIntrospector(new RecordAnnotations(isGodot));
  }

  private record ValueSerializers(ValueSerializer<Variant> serializer) implements Serializers {
    @Override
    public @Nullable ValueSerializer<?> findSerializer(
        SerializationConfig config,
        JavaType type,
        BeanDescription.Supplier bean,
        JsonFormat.Value format) {
      return VariantTypes.isValue(type.getRawClass()) ? serializer : null;
    }

    @Override
    public @Nullable ValueSerializer<?> findEnumSerializer(
        SerializationConfig config,
        JavaType type,
        BeanDescription.Supplier bean,
        JsonFormat.Value format) {
      return findSerializer(config, type, bean, format);
    }
  }

  private static final class ValueDeserializers extends Deserializers.Base {
    private final boolean isGodot;

    ValueDeserializers(boolean isGodot) {
      this.isGodot = isGodot;
    }

    @Override
    public @Nullable ValueDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
      return hasDeserializerFor(config, type.getRawClass())
          ? new VariantDeserializer(type.getRawClass())
          : null;
    }

    @Override
    public @Nullable ValueDeserializer<?> findEnumDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
      return findBeanDeserializer(type, config, bean);
    }

    /**
     * Returns Jackson's general map deserializer for maps with enum keys, so that {@link
     * HashedDeserializer} can check the keys. Jackson's own deserializer for maps with enum keys
     * ignores the adapter of the keys.
     */
    @Override
    @SuppressWarnings("unchecked") // the constructor requires a deserializer of Object
    public @Nullable ValueDeserializer<?> findMapDeserializer(
        MapType type,
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        @Nullable KeyDeserializer keys,
        @Nullable TypeDeserializer valueTypes,
        @Nullable ValueDeserializer<?> values) {
      boolean isEnumMap =
          type.getKeyType().isEnumImplType()
              && (type.hasRawClass(Map.class) || type.hasRawClass(EnumMap.class));
      return isEnumMap && (isGodot || keys instanceof AdaptedKeyDeserializer)
          ? new MapDeserializer(
              type, new EnumMaps(type), keys, (ValueDeserializer<Object>) values, valueTypes)
          : null;
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
      return VariantTypes.isValue(type);
    }
  }

  /**
   * Creates empty enum maps. Jackson cannot create them, because EnumMap has no constructor without
   * parameters.
   */
  private static final class EnumMaps extends ValueInstantiator.Base {
    private final Class<?> keys;

    EnumMaps(MapType type) {
      super(type);
      keys = type.getKeyType().getRawClass();
    }

    @Override
    public boolean canCreateUsingDefault() {
      return true;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the keys are constants of an enum
    public Object createUsingDefault(DeserializationContext context) {
      return new EnumMap(keys);
    }
  }

  private static final class KeysOfValues implements KeyDeserializers {
    @Override
    public @Nullable KeyDeserializer findKeyDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
      return VariantTypes.isValue(type.getRawClass())
          ? new VariantKeyDeserializer(type.getRawClass())
          : null;
    }
  }
}
