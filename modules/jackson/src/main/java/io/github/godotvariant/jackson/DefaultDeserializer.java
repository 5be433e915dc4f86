package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.text.VariantText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.util.ClassUtil;

/**
 * Reads a record component with {@link DefaultValue}. Returns the default value if the key is
 * missing.
 */
final class DefaultDeserializer extends StdDeserializer<Object> {
  private final DefaultValue annotation;

  /**
   * Whether null in the input is accepted; otherwise null is rejected. Not used if the default
   * value also replaces null.
   */
  private final boolean acceptsNull;

  /** The component; null before {@link #createContextual}. */
  private final @Nullable BeanProperty component;

  private final Variant absent;

  /**
   * The number of bytes that each new default value, and the parser of its tokens, count against
   * the memory limit.
   */
  private final int absentBytes;

  /**
   * The deserializer for a key that is present. It is found on first use, because a record can
   * contain itself; null before.
   */
  private volatile @Nullable ValueDeserializer<Object> present;

  /**
   * The default value, if all readers can use the same instance; otherwise null. Also null before
   * the first use.
   */
  private volatile @Nullable Object shared;

  DefaultDeserializer(DefaultValue annotation, boolean acceptsNull) {
    this(annotation, acceptsNull, null, Variant.NIL);
  }

  private DefaultDeserializer(
      DefaultValue annotation,
      boolean acceptsNull,
      @Nullable BeanProperty component,
      Variant absent) {
    super(Object.class);
    this.annotation = annotation;
    this.acceptsNull = acceptsNull;
    this.component = component;
    this.absent = absent;
    VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    absentBytes = ReadBudget.OPEN_CONTAINER + codec.encodedSize(absent);
  }

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    if (property == null) {
      return this;
    }
    Variant value;
    try {
      value = VariantText.GODOT_4.parse(annotation.value());
    } catch (VariantException e) {
      return context.reportBadDefinition(
          property.getType(),
          "the default of "
              + property.getName()
              + " is not written as a value of Godot: "
              + e.getMessage());
    }
    return new DefaultDeserializer(annotation, acceptsNull, property, value);
  }

  private ValueDeserializer<Object> present(DeserializationContext context) {
    ValueDeserializer<Object> deserializer = present;
    if (deserializer == null) {
      BeanProperty property = Objects.requireNonNull(component, "component");
      StoredType stored = StoredType.of(context.getConfig(), property.getMember());
      deserializer =
          stored == null
              ? context.findContextualValueDeserializer(property.getType(), property)
              : new AdaptedDeserializer(stored);
      present = deserializer;
    }
    return deserializer;
  }

  @Override
  public Object deserialize(JsonParser in, DeserializationContext context) {
    return present(context).deserialize(in, context);
  }

  @Override
  public Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return present(context).deserializeWithType(in, context, types);
  }

  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    if (annotation.alsoForNull()) {
      return getAbsentValue(context);
    } else if (!acceptsNull) {
      BeanProperty property = Objects.requireNonNull(component, "component");
      throw InvalidNullException.from(context, property.getFullName(), property.getType());
    }
    return present(context).getNullValue(context);
  }

  /**
   * Returns the default value. If the value can be modified, such as an array, each call returns a
   * new value.
   */
  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    if (absent.isNil()) {
      return present(context).getNullValue(context);
    }
    Object known = shared;
    if (known != null) {
      return known;
    }
    Object value = readAbsent(context);
    if (isShared(value)) {
      shared = value;
    } else if (context.getParser() instanceof GodotParser godot) {
      godot.charge(absentBytes);
    }
    return value;
  }

  /**
   * Returns whether all readers can use the same instance of the default value. The value must be
   * immutable and have exactly the class of the component. If the component has the type Number,
   * the class of the value depends on the features of the reader.
   */
  private boolean isShared(@Nullable Object value) {
    return value != null
        && KeyCollisions.isImmutable(value)
        && ClassUtil.wrapperType(Objects.requireNonNull(component).getType().getRawClass())
            == value.getClass();
  }

  private @Nullable Object readAbsent(DeserializationContext context) {
    BeanProperty property = Objects.requireNonNull(component, "component");
    TypeDeserializer types = context.findTypeDeserializer(property.getType());
    JsonParser in = NativeValues.parser(absent, context, false);
    return types == null
        ? present(context).deserialize(in, context)
        : present(context).deserializeWithType(in, context, types.forProperty(property));
  }
}
