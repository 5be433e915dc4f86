package io.github.godotvariant.jackson;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.Version;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DeserializationContexts;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.cfg.MapperBuilderState;
import tools.jackson.databind.type.LogicalType;

/**
 * Binds Java types to Godot's bytes with Jackson's databind. Immutable, and safe for use by many
 * threads; keep one and use it again. It cannot be serialized as Java does it.
 *
 * <p>Values that would be changed are rejected, such as 1.9 for an {@code int}. Jackson's defaults
 * are those of {@link Builder#lenient()}. Exceptions about the input have a {@link
 * io.github.godotvariant.VariantException} as their cause, and a message of one line.
 */
public final class GodotMapper extends ObjectMapper {
  private static final long serialVersionUID = 1L;

  /** For Godot 4, with default limits and constraints. */
  public GodotMapper() {
    this(builder());
  }

  /**
   * With parsers and generators of a factory.
   *
   * @param factory the factory
   */
  public GodotMapper(GodotFactory factory) {
    this(builder(factory));
  }

  private GodotMapper(Builder builder) {
    super(builder);
  }

  /**
   * For Godot 4, with default limits and constraints.
   *
   * @return a builder
   */
  public static Builder builder() {
    return builder(new GodotFactory());
  }

  /**
   * For the dialect of a codec, with its limits and its way with objects.
   *
   * @param codec what reads and writes the bytes
   * @return a builder
   */
  public static Builder builder(VariantCodec codec) {
    return builder(GodotFactory.builder().codec(codec).build());
  }

  /**
   * With parsers and generators of a factory.
   *
   * @param factory the factory
   * @return a builder
   */
  public static Builder builder(GodotFactory factory) {
    return new Builder(factory);
  }

  @SuppressWarnings("unchecked") // as its own type parameters are narrowed
  @Override
  public Builder rebuild() {
    return new Builder((Builder.State) _savedBuilderState);
  }

  @Override
  public Version version() {
    return GodotFactory.VERSION;
  }

  @Override
  public GodotFactory tokenStreamFactory() {
    return (GodotFactory) _streamFactory;
  }

  /**
   * Whether a feature is on.
   *
   * @param feature which one
   * @return true if it is
   */
  public boolean isEnabled(GodotReadFeature feature) {
    return feature.enabledIn(deserializationConfig().getFormatReadFeatures());
  }

  /**
   * Whether a feature is on.
   *
   * @param feature which one
   * @return true if it is
   */
  public boolean isEnabled(GodotWriteFeature feature) {
    return feature.enabledIn(serializationConfig().getFormatWriteFeatures());
  }

  /**
   * What reads and writes values of a class, for those who read and write bytes: files, peers,
   * streams.
   *
   * @param <T> the class
   * @param type the class
   * @return a codec with the dialect and the limits of this mapper; no value of it is null
   */
  public <T> ValueCodec<T> codec(Class<T> type) {
    return codec(constructType(type));
  }

  /**
   * What reads and writes values of a type, as {@link #codec(Class)}.
   *
   * @param <T> the type
   * @param type the type
   * @return a codec with the dialect and the limits of this mapper; no value of it is null
   */
  public <T> ValueCodec<T> codec(TypeReference<T> type) {
    return codec(constructType(type.getType()));
  }

  /**
   * What reads and writes values of a type, as {@link #codec(Class)}.
   *
   * @param <T> what values of the type are in Java; not checked
   * @param type the type
   * @return a codec with the dialect and the limits of this mapper; no value of it is null
   */
  public <T> ValueCodec<T> codec(JavaType type) {
    return new MappedCodec<>(this, type);
  }

  /** The bytes of a value, which are copied once. */
  @Override
  public byte[] writeValueAsBytes(@Nullable Object value) {
    return BytesWriter.bytes(out -> writeValue(out, value));
  }

  @Override
  public <T> MappingIterator<T> readValues(JsonParser in, JavaType type) {
    return readerFor(type).readValues(in);
  }

  @Override
  protected ObjectReader _newReader(DeserializationConfig config) {
    return new GodotReader(this, config);
  }

  @Override
  protected ObjectReader _newReader(
      DeserializationConfig config,
      JavaType type,
      @Nullable Object into,
      @Nullable FormatSchema schema,
      @Nullable InjectableValues injected) {
    return new GodotReader(this, config, type, into, schema, injected);
  }

  @Override
  protected ObjectWriter _newWriter(SerializationConfig config) {
    return new BytesWriter(this, config);
  }

  @Override
  protected ObjectWriter _newWriter(SerializationConfig config, @Nullable FormatSchema schema) {
    return new BytesWriter(this, config, schema);
  }

  @Override
  protected ObjectWriter _newWriter(
      SerializationConfig config, @Nullable JavaType type, @Nullable PrettyPrinter printer) {
    return new BytesWriter(this, config, type, printer);
  }

  /** A parser for the value that a reader stands before. */
  GodotParser parser(VariantReader reader) {
    return tokenStreamFactory().parser(_deserializationContext(), reader);
  }

  /** A generator for one value of a writer. */
  GodotGenerator generator(VariantWriter writer) {
    return tokenStreamFactory().generator(_serializationContext(), writer);
  }

  /** Makes a {@link GodotMapper}. Not for use by several threads. */
  public static final class Builder extends MapperBuilder<GodotMapper, Builder> {
    Builder(GodotFactory factory) {
      super(factory);
      addModule(new StrictModule(true));
      addModule(new GodotModule());
      addModule(new RecordModule());
      disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
      disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
      withCoercionConfig(
          LogicalType.Textual,
          texts -> {
            texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
            texts.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
            texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
          });
    }

    private Builder(State state) {
      super(state);
    }

    /**
     * Converts values as Jackson does by default, instead of rejecting what loses something: 1.9
     * for an {@code int} becomes 1, texts and numbers are taken for each other, and components of a
     * {@link io.github.godotvariant.records.GodotRecord} whose keys are missing are null.
     *
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder lenient() {
      addModule(new StrictModule(false));
      enable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
      enable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
      return withCoercionConfig(
          LogicalType.Textual,
          texts -> {
            texts.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert);
            texts.setCoercion(CoercionInputShape.Float, CoercionAction.TryConvert);
            texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.TryConvert);
          });
    }

    @Override
    public GodotMapper build() {
      return new GodotMapper(this);
    }

    @Override
    protected DeserializationContexts _defaultDeserializationContexts() {
      return new ReadContexts();
    }

    @Override
    protected MapperBuilderState _saveState() {
      return new State(this);
    }

    /**
     * Turns a feature on or off.
     *
     * @param feature which one
     * @param state true for on
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder configure(GodotReadFeature feature, boolean state) {
      _formatReadFeatures =
          state
              ? _formatReadFeatures | feature.getMask()
              : _formatReadFeatures & ~feature.getMask();
      return this;
    }

    /**
     * Turns a feature on or off.
     *
     * @param feature which one
     * @param state true for on
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder configure(GodotWriteFeature feature, boolean state) {
      _formatWriteFeatures =
          state
              ? _formatWriteFeatures | feature.getMask()
              : _formatWriteFeatures & ~feature.getMask();
      return this;
    }

    /**
     * Turns features on.
     *
     * @param features which ones
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder enable(GodotReadFeature... features) {
      for (GodotReadFeature feature : features) {
        configure(feature, true);
      }
      return this;
    }

    /**
     * Turns features off.
     *
     * @param features which ones
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder disable(GodotReadFeature... features) {
      for (GodotReadFeature feature : features) {
        configure(feature, false);
      }
      return this;
    }

    /**
     * Turns features on.
     *
     * @param features which ones
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder enable(GodotWriteFeature... features) {
      for (GodotWriteFeature feature : features) {
        configure(feature, true);
      }
      return this;
    }

    /**
     * Turns features off.
     *
     * @param features which ones
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder disable(GodotWriteFeature... features) {
      for (GodotWriteFeature feature : features) {
        configure(feature, false);
      }
      return this;
    }

    /** What a builder is made of again. */
    private static final class State extends MapperBuilderState {
      private static final long serialVersionUID = 1L;

      State(Builder builder) {
        super(builder);
      }

      @Override
      protected Object readResolve() {
        return new Builder(this).build();
      }
    }
  }
}
