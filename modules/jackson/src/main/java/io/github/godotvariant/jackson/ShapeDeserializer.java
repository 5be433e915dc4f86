package io.github.godotvariant.jackson;

import io.github.godotvariant.Shape;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Reals;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.CreatorProperty;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializer;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.introspect.AnnotatedMember;

/**
 * Creates records directly from the numbers of an embedded math type, such as Vector2, without
 * tokens. The constructor of the record must take exactly these numbers. Jackson's deserializer
 * reads all other input. In this package, a shape is a value of {@link Shape}: a vector, rectangle,
 * transform or color.
 */
final class ShapeDeserializer extends DelegatingDeserializer {
  private final VariantType type;

  /** The constructor's parameters in order, or null if Jackson must read the record. */
  private Component @Nullable [] components;

  private ShapeDeserializer(ValueDeserializer<?> delegate, VariantType type) {
    super(delegate);
    this.type = type;
  }

  /** Wraps the deserializer of each record that has the same components as a math type. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      VariantType shape = VariantTypes.shape(bean.getBeanClass());
      return shape == null || isInjected(bean.get())
          ? deserializer
          : new ShapeDeserializer(deserializer, shape);
    }

    private static boolean isInjected(BeanDescription bean) {
      Map<Object, AnnotatedMember> injectables = bean.findInjectables();
      return injectables != null && !injectables.isEmpty();
    }
  }

  /**
   * A component of a record.
   *
   * @param index the index of the component among the numbers of the math type
   * @param type the type of the component: int, float or double
   */
  private record Component(int index, Class<?> type) {
    Object valueIn(double[] numbers) {
      double number = numbers[index];
      if (type == int.class) {
        return (int) number;
      }
      // A conditional expression would convert both results to double.
      if (type == float.class) {
        return (float) number;
      }
      return number;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
    return new ShapeDeserializer(delegate, type);
  }

  @Override
  public void resolve(DeserializationContext context) {
    super.resolve(context);
    components = components(context);
  }

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    ValueDeserializer<?> inContext = super.createContextual(context, property);
    if (inContext != this && inContext instanceof ShapeDeserializer shape) {
      shape.components = shape.components(context);
    }
    return inContext;
  }

  private Component @Nullable [] components(DeserializationContext context) {
    int count = type.components().size();
    if (getDelegatee().getClass() != BeanDeserializer.class) {
      return null;
    }
    BeanDeserializer record = (BeanDeserializer) getDelegatee();
    ValueInstantiator instantiator = record.getValueInstantiator();
    if (!instantiator.canCreateFromObjectWith()
        || instantiator.canCreateUsingDelegate()
        || instantiator.canCreateUsingArrayDelegate()
        || record.getObjectIdReader(context) != null
        || record.hasAnySetter()
        || record.getPropertyCount() != count) {
      return null;
    }
    Component[] components = new Component[count];
    int found = 0;
    for (Iterator<SettableBeanProperty> all = record.creatorProperties(); all.hasNext(); ) {
      SettableBeanProperty property = all.next();
      int index = type.components().indexOf(property.getName());
      if (index < 0 || !isNumber(property)) {
        return null;
      }
      components[property.getCreatorIndex()] =
          new Component(index, property.getType().getRawClass());
      found++;
    }
    return found == count ? components : null;
  }

  private boolean isNumber(SettableBeanProperty component) {
    Class<?> deserializerType = component.getValueDeserializer().getClass();
    return component.getClass() == CreatorProperty.class
        && component.getType().isPrimitive()
        && !component.hasValueTypeDeserializer()
        && component.getInjectionDefinition() == null
        && (type.range().isPresent()
            ? deserializerType == NumberDeserializers.IntegerDeserializer.class
            : deserializerType == NumberDeserializers.FloatDeserializer.class
                || deserializerType == NumberDeserializers.DoubleDeserializer.class);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    Component[] components = this.components;
    if (components == null
        || context.getActiveView() != null
        || in.currentToken() != JsonToken.VALUE_EMBEDDED_OBJECT
        || !(in.getEmbeddedObject() instanceof Shape shape && shape.type() == type)) {
      return super.deserialize(in, context);
    }
    if (in instanceof GodotParser godot) {
      godot.chargeShape();
    }
    double[] numbers = shape.toDoubles();
    for (Component component : components) {
      if (component.type == float.class
          && Reals.overflows(numbers[component.index])
          && !CheckedParser.isLenient(context)) {
        return context.reportInputMismatch(
            this, CheckedParser.problem(numbers[component.index], float.class));
      }
    }
    Object[] arguments = new Object[components.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = components[i].valueIn(numbers);
    }
    return ((BeanDeserializer) getDelegatee())
        .getValueInstantiator()
        .createFromObjectWith(context, arguments);
  }
}
