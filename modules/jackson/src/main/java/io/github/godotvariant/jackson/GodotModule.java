package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.KeyDeserializers;
import tools.jackson.databind.ser.Serializers;

/**
 * Gives Godot's values their shape in JSON, CBOR, YAML and every other format of Jackson, and reads
 * it back. Found by service loading, as by {@code JsonMapper.builder().findAndAddModules()}; every
 * {@link GodotMapper} has it.
 *
 * <p>In other formats than Godot's, values are written as {@link
 * io.github.godotvariant.json.PlainJson} documents, and read as the class of values that is asked
 * for, exactly: what is missing, unknown or of another kind is a {@link
 * tools.jackson.databind.exc.MismatchedInputException} with its path. {@link Variant} takes
 * everything. Null is {@link io.github.godotvariant.NilValue} where that can stand, and null in
 * place of every other value. Floats and bytes are the format's own where it is binary.
 *
 * <p>In Godot's format every value is itself. Packed arrays, and an Array, are read as arrays,
 * lists and sets of their elements; shapes as classes with their members. There, arrays of
 * primitives and of texts, and arrays, lists and sets of vectors and colors, are written as packed
 * arrays; other lists and sets only with {@link io.github.godotvariant.records.Packed}. In a class
 * with {@link io.github.godotvariant.records.GodotRecord} only that annotation and arrays of
 * primitives are packed, as its codec does it. A record with the components of a vector, quaternion
 * or color, and without annotation, is written as one, if what Jackson makes of it are just these
 * members; otherwise as a Dictionary of what is left. Only a {@link GodotMapper} does all this, and
 * what is no value and has none of our annotations is in other formats as it is without the module.
 *
 * <p>For all formats, the annotations of {@link io.github.godotvariant.records} count unless
 * Jackson's own say something else, but for {@code unknownKeys} and {@code stringNameKeys}. What
 * they say of elements is seen one level deep.
 */
public final class GodotModule extends JacksonModule {
  /** For service loading, and for {@code addModule}. */
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
    context.addDeserializers(new ValueDeserializers());
    context.addKeyDeserializers(new KeysOfValues());
    context.addHandler(new EmbeddedValues());
    context.addDeserializerModifier(new OtherKeysDeserializer.Modifier());
    context.addSerializerModifier(new OtherKeysWriter.Modifier());
    // Other mappers handle classes without values and annotations as if this were not there.
    boolean isGodot = context.tokenStreamFactory() instanceof GodotFactory;
    if (isGodot) {
      context.addDeserializerModifier(new HashedDeserializer.Modifier());
      context.addDeserializerModifier(new EmbeddedCheck.Modifier());
      context.addSerializerModifier(new ContainerSerializer.Modifier());
    }
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

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
      return VariantTypes.isValue(type);
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
