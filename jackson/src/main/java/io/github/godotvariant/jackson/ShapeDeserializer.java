package io.github.godotvariant.jackson;

import io.github.godotvariant.Shape;
import io.github.godotvariant.VariantType;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.CreatorProperty;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializer;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads records in place of shapes from the numbers of such, if nothing but the numbers counts for
 * them, whatever annotations and settings say. All else is read as it would be.
 */
final class ShapeDeserializer extends DelegatingDeserializer {
  private final VariantType type;

  /** Takes the numbers; null if what is read has to be looked at. */
  private @Nullable MethodHandle constructor;

  private ShapeDeserializer(ValueDeserializer<?> plain, VariantType type) {
    super(plain);
    this.type = type;
    constructor = constructor();
  }

  /** Puts itself in front of the deserializers of such records. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      VariantType shape = VariantTypes.shape(bean.getBeanClass());
      return shape == null ? deserializer : new ShapeDeserializer(deserializer, shape);
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> plain) {
    return new ShapeDeserializer(plain, type);
  }

  @Override
  public void resolve(DeserializationContext context) {
    super.resolve(context);
    constructor = constructor(); // as what reads the components is known only now
  }

  private @Nullable MethodHandle constructor() {
    if (getDelegatee().getClass() != BeanDeserializer.class) {
      return null;
    }
    BeanDeserializer record = (BeanDeserializer) getDelegatee();
    int count = type.components().size();
    if (!(record.getValueInstantiator() instanceof RecordInstantiator instantiator)
        || record.hasAnySetter()
        || record.getPropertyCount() != count) {
      return null;
    }
    int[] places = new int[count];
    Arrays.fill(places, -1);
    for (Iterator<SettableBeanProperty> all = record.creatorProperties(); all.hasNext(); ) {
      SettableBeanProperty each = all.next();
      int component = each.getCreatorIndex();
      if (!isNumber(each) || component >= count) {
        return null;
      }
      places[component] = type.components().indexOf(each.getName());
    }
    return Arrays.stream(places).allMatch(place -> place >= 0)
        ? instantiator.ofNumbers(places)
        : null;
  }

  private boolean isNumber(SettableBeanProperty component) {
    Class<?> by = component.getValueDeserializer().getClass();
    return component.getClass() == CreatorProperty.class
        && component.getType().isPrimitive()
        && !component.hasValueTypeDeserializer()
        && component.getInjectionDefinition() == null
        && (type.range().isPresent()
            ? by == NumberDeserializers.IntegerDeserializer.class
            : by == NumberDeserializers.FloatDeserializer.class
                || by == NumberDeserializers.DoubleDeserializer.class);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    if (constructor != null
        && context.getActiveView() == null
        && in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
        && in.getEmbeddedObject() instanceof Shape shape
        && shape.type() == type) {
      try {
        return (Object) constructor.invokeExact(shape.toDoubles());
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        // The constructor says it again, to one who knows what to do about it.
      }
    }
    return super.deserialize(in, context);
  }
}
