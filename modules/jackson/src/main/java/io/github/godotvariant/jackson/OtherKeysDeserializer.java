package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.OtherKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
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
 * Reads a record whose {@link OtherKeys} component receives the pairs that no other component
 * receives. Jackson treats these pairs as properties of an any-setter. In Godot's format, the keys
 * of these pairs can have any type.
 */
final class OtherKeysDeserializer extends DelegatingDeserializer {
  private OtherKeysDeserializer(ValueDeserializer<?> record) {
    super(record);
  }

  /** Adds an any-setter to records with {@link OtherKeys} and wraps their deserializers. */
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
        // The component has no key of its own. A key with its name is one of the other keys.
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
    GodotParser.acceptAnyKey(in);
    return super.deserialize(in, context);
  }

  /** A key and its value. The position is the number of pairs that were read before. */
  private record Pair(int position, Variant key, Variant value) {}

  /** Collects the pairs in a list, from which {@link Instantiator} creates the component. */
  private static final class Setter extends SettableAnyProperty {
    private static final long serialVersionUID = 1L;

    private static final VariantDeserializer VALUES = new VariantDeserializer(Variant.class);

    private final int index;

    @SuppressWarnings("unchecked") // a deserializer of Object is required
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
      return new ArrayList<Pair>();
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      Variant key =
          in instanceof GodotParser godot
              ? godot.currentKey()
              : StringValue.of(Objects.requireNonNull(in.currentName()));
      return new Pair(
          position(context),
          key,
          in.currentToken() == JsonToken.VALUE_NULL
              ? Variant.NIL
              : VALUES.deserialize(in, context));
    }

    /**
     * Returns the number of pairs that were read before. This number restores the order of the
     * input, because Jackson before 3.2 passes the pairs in reverse order.
     */
    private static int position(DeserializationContext context) {
      int[] read = (int[]) context.getAttribute(Setter.class);
      if (read == null) {
        read = new int[1];
        context.setAttribute(Setter.class, read);
      }
      return read[0]++;
    }

    @Override
    @SuppressWarnings("unchecked") // created by createParameterObject
    protected void _set(DeserializationContext context, Object pairs, Object name, Object value) {
      ((List<Pair>) pairs).add((Pair) value);
    }
  }

  /** Creates the dictionary from the pairs in input order, and then the record. */
  private static final class Instantiator extends ValueInstantiator.Delegating {
    private static final long serialVersionUID = 1L;

    private final int index;

    Instantiator(ValueInstantiator record, int index) {
      super(record);
      this.index = index;
    }

    @Override
    @SuppressWarnings("unchecked") // created by the setter
    public Object createFromObjectWith(
        DeserializationContext context,
        SettableBeanProperty[] components,
        PropertyValueBuffer buffer) {
      Object[] values = buffer.getParameters(context, components);
      VariantDictionary.Builder others = VariantDictionary.builder();
      List<Pair> pairs = (List<Pair>) values[index];
      pairs.sort(Comparator.comparingInt(Pair::position));
      pairs.forEach(pair -> others.put(pair.key(), pair.value()));
      values[index] = others.build();
      return delegate().createFromObjectWith(context, values);
    }
  }
}
