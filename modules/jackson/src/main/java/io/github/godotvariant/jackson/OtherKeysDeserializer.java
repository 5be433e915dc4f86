package io.github.godotvariant.jackson;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.OtherKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.BeanDeserializerBuilder;
import tools.jackson.databind.deser.CreatorProperty;
import tools.jackson.databind.deser.SettableAnyProperty;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.PropertyValueBuffer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.exc.InvalidDefinitionException;

/**
 * Reads a record of which one component takes the pairs that are no component's: to Jackson they
 * are the properties of an any-setter, of Godot's keys of any type.
 */
final class OtherKeysDeserializer extends DelegatingDeserializer {
  private OtherKeysDeserializer(ValueDeserializer<?> record) {
    super(record);
  }

  /** Gives such records their setter, and puts itself in front of their deserializers. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        BeanDeserializerBuilder builder) {
      SettableBeanProperty component = component(builder);
      if (component != null) {
        if (component.getType().getRawClass() != VariantDictionary.class) {
          throw InvalidDefinitionException.from(
              (JsonParser) null, "@OtherKeys is for a VariantDictionary", bean.getType());
        }
        // Its own name is not a key of it.
        component.markAsIgnorable();
        builder.setAnySetter(new Setter(component));
        builder.setValueInstantiator(
            new Instantiator(builder.getValueInstantiator(), component.getCreatorIndex()));
      }
      return builder;
    }

    private static @Nullable SettableBeanProperty component(BeanDeserializerBuilder builder) {
      for (Iterator<SettableBeanProperty> all = builder.getProperties(); all.hasNext(); ) {
        SettableBeanProperty property = all.next();
        if (property instanceof CreatorProperty
            && RecordAnnotations.annotation(property.getMember(), OtherKeys.class) != null) {
          return property;
        }
      }
      return null;
    }

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return RecordAnnotations.hasOtherKeys(bean.getBeanClass())
          ? new OtherKeysDeserializer(deserializer)
          : deserializer;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> record) {
    return new OtherKeysDeserializer(record);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    if (in instanceof GodotParser godot
        && (in.currentToken() == JsonToken.START_OBJECT
            || in.currentToken() == JsonToken.PROPERTY_NAME)) {
      godot.takeAnyKey();
    }
    return super.deserialize(in, context);
  }

  /** A pair whose key is its name if it is not known better. */
  private record Pair(int place, @Nullable Variant key, Variant value) {}

  /** Another pair, of which there may be many before the record is made. */
  private record NamedPair(int place, Variant key, Variant value) {}

  /** Takes pairs for a component, which the constructor wants when all of them are there. */
  private static final class Setter extends SettableAnyProperty {
    private static final long serialVersionUID = 1L;

    private static final VariantDeserializer VALUES = new VariantDeserializer(Variant.class);

    private final int index;

    @SuppressWarnings("unchecked") // A deserializer of values, where one of objects is wanted.
    Setter(SettableBeanProperty component) {
      super(
          component,
          component.getMember(),
          component.getType(),
          null,
          (ValueDeserializer<Object>) (ValueDeserializer<?>) VALUES,
          null);
      index = component.getCreatorIndex();
    }

    @Override
    public SettableAnyProperty withValueDeserializer(ValueDeserializer<Object> deserializer) {
      return this;
    }

    @Override
    public int getParameterIndex() {
      return index;
    }

    @Override
    public Object createParameterObject() {
      return new ArrayList<NamedPair>();
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      Variant key = in instanceof GodotParser godot ? godot.currentKey() : null;
      return new Pair(
          place(context),
          key,
          in.currentToken() == JsonToken.VALUE_NULL
              ? NilValue.NIL
              : VALUES.deserialize(in, context));
    }

    /** Which pair it is, as Jackson hands them over in reverse before 3.2, and in order since. */
    private static int place(DeserializationContext context) {
      int[] read = (int[]) context.getAttribute(Setter.class);
      if (read == null) {
        read = new int[1];
        context.setAttribute(Setter.class, read);
      }
      return read[0]++;
    }

    @Override
    @SuppressWarnings("unchecked") // what was made above
    protected void _set(DeserializationContext context, Object pairs, Object name, Object value) {
      Pair pair = (Pair) value;
      Variant key = pair.key() == null ? StringValue.of((String) name) : pair.key();
      ((List<NamedPair>) pairs).add(new NamedPair(pair.place(), key, pair.value()));
    }
  }

  /** Makes a dictionary of the pairs in their order, and then the record. */
  private static final class Instantiator extends ValueInstantiator.Delegating {
    private static final long serialVersionUID = 1L;

    private final int index;

    Instantiator(ValueInstantiator record, int index) {
      super(record);
      this.index = index;
    }

    @Override
    @SuppressWarnings("unchecked") // what the setter made
    public Object createFromObjectWith(
        DeserializationContext context,
        SettableBeanProperty[] components,
        PropertyValueBuffer buffer) {
      Object[] values = buffer.getParameters(context, components);
      VariantDictionary.Builder others = VariantDictionary.builder();
      List<NamedPair> pairs = (List<NamedPair>) values[index];
      pairs.sort(Comparator.comparingInt(NamedPair::place));
      pairs.forEach(pair -> others.put(pair.key(), pair.value()));
      values[index] = others.build();
      return delegate().createFromObjectWith(context, values);
    }
  }
}
