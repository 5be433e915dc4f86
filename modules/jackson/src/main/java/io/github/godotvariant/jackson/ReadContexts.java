package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.DeserializationContexts;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.deser.DeserializerCache;
import tools.jackson.databind.deser.DeserializerFactory;
import tools.jackson.databind.util.TokenBuffer;

/** Creates deserialization contexts that throw the exceptions of {@link InputExceptions}. */
final class ReadContexts extends DeserializationContexts.DefaultImpl {
  private static final long serialVersionUID = 1L;

  ReadContexts() {}

  private ReadContexts(
      TokenStreamFactory factory, DeserializerFactory deserializers, DeserializerCache cache) {
    super(factory, deserializers, cache);
  }

  @Override
  public DeserializationContexts forMapper(
      Object mapper,
      TokenStreamFactory factory,
      DeserializerFactory deserializers,
      DeserializerCache cache) {
    return new ReadContexts(factory, deserializers, cache);
  }

  @Override
  public DeserializationContextExt createContext(
      DeserializationConfig config,
      @Nullable FormatSchema schema,
      @Nullable InjectableValues values) {
    return new ReadContext(_streamFactory, _deserializerFactory, _cache, config, schema, values);
  }

  /** A token buffer whose parsers perform the checks of {@link CheckedParser}. */
  private static final class CheckedBuffer extends TokenBuffer {
    private final ReadContext context;

    CheckedBuffer(JsonParser in, ReadContext context) {
      super(in, context);
      this.context = context;
    }

    @Override
    public JsonParser asParser() {
      return asParser(context);
    }

    @Override
    public JsonParser asParser(ObjectReadContext readContext) {
      return new CheckedParser(super.asParser(readContext));
    }

    @Override
    public JsonParser asParser(ObjectReadContext readContext, @Nullable JsonParser source) {
      return new CheckedParser(super.asParser(readContext, source));
    }
  }

  @SuppressWarnings("unchecked") // inherited from the superclass
  private static final class ReadContext extends DeserializationContextExt {
    ReadContext(
        TokenStreamFactory factory,
        DeserializerFactory deserializers,
        DeserializerCache cache,
        DeserializationConfig config,
        @Nullable FormatSchema schema,
        @Nullable InjectableValues values) {
      super(factory, deserializers, cache, config, schema, values);
    }

    @Override
    public TokenBuffer bufferForInputBuffering(JsonParser in) {
      return new CheckedBuffer(in, this);
    }

    @Override
    public Object readRootValue(
        JsonParser in,
        JavaType type,
        ValueDeserializer<Object> deserializer,
        @Nullable Object into) {
      return InputExceptions.runChecked(
          in, this, () -> super.readRootValue(in, type, deserializer, into));
    }

    @Override
    public void checkUnresolvedObjectId() {
      InputExceptions.runChecked(
          getParser(),
          this,
          () -> {
            super.checkUnresolvedObjectId();
            return "";
          });
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
    public <T> T reportInputMismatch(JavaType type, String message, Object... arguments) {
      return InputExceptions.runChecked(
          getParser(), this, () -> super.reportInputMismatch(type, message, arguments));
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
    public <T> T reportInputMismatch(
        ValueDeserializer<?> deserializer, String message, Object... arguments) {
      return InputExceptions.runChecked(
          getParser(), this, () -> super.reportInputMismatch(deserializer, message, arguments));
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
    public <T> T reportTrailingTokens(Class<?> type, JsonParser in, JsonToken following) {
      if (in instanceof GodotParser godot && godot.isFramed()) {
        return reportInputMismatch(
            constructType(type),
            "Another frame follows the value (bound as `%s`): read several by `readValues()` and a"
                + " `MappingIterator`, or one by one without"
                + " `DeserializationFeature.FAIL_ON_TRAILING_TOKENS` and"
                + " `StreamReadFeature.AUTO_CLOSE_SOURCE`",
            type.getName());
      }
      return InputExceptions.runChecked(
          in, this, () -> super.reportTrailingTokens(type, in, following));
    }
  }
}
