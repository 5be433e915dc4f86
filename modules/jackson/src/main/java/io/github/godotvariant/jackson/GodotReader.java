package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;

/** A reader whose iterators throw the exceptions of {@link InputExceptions}. */
final class GodotReader extends ObjectReader {
  GodotReader(ObjectMapper mapper, DeserializationConfig config) {
    super(mapper, config);
  }

  GodotReader(
      ObjectMapper mapper,
      DeserializationConfig config,
      @Nullable JavaType type,
      @Nullable Object into,
      @Nullable FormatSchema schema,
      @Nullable InjectableValues injected) {
    super(mapper, config, type, into, schema, injected);
  }

  private GodotReader(ObjectReader base, DeserializationConfig config) {
    super(base, config);
  }

  private GodotReader(
      ObjectReader base,
      DeserializationConfig config,
      @Nullable JavaType type,
      @Nullable ValueDeserializer<Object> root,
      @Nullable Object into,
      @Nullable FormatSchema schema,
      @Nullable InjectableValues injected) {
    super(base, config, type, root, into, schema, injected);
  }

  @Override
  protected ObjectReader _new(ObjectReader base, DeserializationConfig config) {
    return new GodotReader(base, config);
  }

  @Override
  protected ObjectReader _new(
      ObjectReader base,
      DeserializationConfig config,
      @Nullable JavaType type,
      @Nullable ValueDeserializer<Object> root,
      @Nullable Object into,
      @Nullable FormatSchema schema,
      @Nullable InjectableValues injected) {
    return new GodotReader(base, config, type, root, into, schema, injected);
  }

  @Override
  protected <T> MappingIterator<T> _newIterator(
      JsonParser in, DeserializationContext context, ValueDeserializer<?> root, boolean isOwned) {
    return super._newIterator(in, context, new Checked(root), isOwned);
  }

  /** Reads the values of an iterator with the exceptions of {@link InputExceptions}. */
  private static final class Checked extends ValueDeserializer<Object> {
    private final ValueDeserializer<Object> root;

    @SuppressWarnings("unchecked") // the type parameter is only a bound
    Checked(ValueDeserializer<?> root) {
      this.root = (ValueDeserializer<Object>) root;
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      return InputExceptions.runChecked(in, context, () -> root.deserialize(in, context));
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context, Object into) {
      return InputExceptions.runChecked(in, context, () -> root.deserialize(in, context, into));
    }
  }
}
