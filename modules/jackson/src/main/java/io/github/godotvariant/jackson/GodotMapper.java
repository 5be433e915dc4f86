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
 * Binds Java types to Godot's binary format with Jackson databind. A mapper is immutable and
 * thread-safe; create one and reuse it. Java serialization is not supported.
 *
 * <p>By default, a mapper rejects conversions that change a value, such as 1.9 to an {@code int}.
 * {@link Builder#lenient()} restores Jackson's defaults. Exceptions about the input have a {@link
 * io.github.godotvariant.VariantException} as their cause and a message of one line.
 */
public final class GodotMapper extends ObjectMapper {
  private static final long serialVersionUID = 1L;

  /** Creates a mapper for Godot 4 with the default limits and constraints. */
  public GodotMapper() {
    this(builder());
  }

  /**
   * Creates a mapper that uses the parsers and generators of a factory.
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
   * Returns a builder for Godot 4 with the default limits and constraints.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return builder(new GodotFactory());
  }

  /**
   * Returns a builder for the dialect, the limits and the object handling of a codec.
   *
   * @param codec the codec that encodes and decodes the values
   * @return a new builder
   */
  public static Builder builder(VariantCodec codec) {
    return builder(GodotFactory.builder().codec(codec).build());
  }

  /**
   * Returns a builder that uses the parsers and generators of a factory.
   *
   * @param factory the factory
   * @return a new builder
   */
  public static Builder builder(GodotFactory factory) {
    return new Builder(factory);
  }

  @SuppressWarnings("unchecked") // narrows the type parameters
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
   * Returns whether a read feature is enabled.
   *
   * @param feature the feature
   * @return true if the feature is enabled
   */
  public boolean isEnabled(GodotReadFeature feature) {
    return feature.enabledIn(deserializationConfig().getFormatReadFeatures());
  }

  /**
   * Returns whether a write feature is enabled.
   *
   * @param feature the feature
   * @return true if the feature is enabled
   */
  public boolean isEnabled(GodotWriteFeature feature) {
    return feature.enabledIn(serializationConfig().getFormatWriteFeatures());
  }

  /**
   * Returns a codec for values of a class. The APIs for files, peers and streams accept this codec.
   *
   * @param <T> the class of the values
   * @param type the class of the values
   * @return a codec with the dialect and the limits of this mapper; it rejects null
   */
  public <T> ValueCodec<T> codec(Class<T> type) {
    return codec(constructType(type));
  }

  /**
   * Returns a codec for a type, like {@link #codec(Class)}.
   *
   * @param <T> the type of the values
   * @param type the type of the values
   * @return a codec with the dialect and the limits of this mapper; it rejects null
   */
  public <T> ValueCodec<T> codec(TypeReference<T> type) {
    return codec(constructType(type.getType()));
  }

  /**
   * Returns a codec for a type, like {@link #codec(Class)}.
   *
   * @param <T> the Java type of the values; not checked against {@code type}
   * @param type the type
   * @return a codec with the dialect and the limits of this mapper; it rejects null
   */
  public <T> ValueCodec<T> codec(JavaType type) {
    return new MappedCodec<>(this, type);
  }

  /** Encodes a value. The encoded bytes are copied only once. */
  @Override
  public byte[] writeValueAsBytes(@Nullable Object value) {
    return BytesWriter.collect(out -> writeValue(out, value));
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

  /** Creates a parser for the next value of a reader. */
  GodotParser parser(VariantReader reader) {
    return tokenStreamFactory().parser(_deserializationContext(), reader);
  }

  /** Creates a generator that writes one value with a writer. */
  GodotGenerator generator(VariantWriter writer) {
    return tokenStreamFactory().generator(_serializationContext(), writer);
  }

  /** Builds a {@link GodotMapper}. Not thread-safe. */
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
     * Restores Jackson's default conversions, which can change values:
     *
     * <ul>
     *   <li>1.9 is read as 1 for an {@code int}.
     *   <li>Strings and numbers are converted to each other.
     *   <li>If the key for a component of a {@link io.github.godotvariant.records.GodotRecord} is
     *       missing, the component becomes null. If the component is primitive, Jackson 3.1 throws
     *       an exception, and Jackson 3.2 uses 0 or false.
     *   <li>If a component of a {@code GodotRecord} is null, the component is omitted when the
     *       record is written.
     * </ul>
     *
     * @return this builder
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
     * Enables or disables a read feature.
     *
     * @param feature the feature
     * @param isEnabled true to enable the feature
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder configure(GodotReadFeature feature, boolean isEnabled) {
      _formatReadFeatures = GodotFactory.flags(_formatReadFeatures, feature, isEnabled);
      return this;
    }

    /**
     * Enables or disables a write feature.
     *
     * @param feature the feature
     * @param isEnabled true to enable the feature
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder configure(GodotWriteFeature feature, boolean isEnabled) {
      _formatWriteFeatures = GodotFactory.flags(_formatWriteFeatures, feature, isEnabled);
      return this;
    }

    /**
     * Enables read features.
     *
     * @param features the features
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder enable(GodotReadFeature... features) {
      for (GodotReadFeature feature : features) {
        configure(feature, true);
      }
      return this;
    }

    /**
     * Disables read features.
     *
     * @param features the features
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder disable(GodotReadFeature... features) {
      for (GodotReadFeature feature : features) {
        configure(feature, false);
      }
      return this;
    }

    /**
     * Enables write features.
     *
     * @param features the features
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder enable(GodotWriteFeature... features) {
      for (GodotWriteFeature feature : features) {
        configure(feature, true);
      }
      return this;
    }

    /**
     * Disables write features.
     *
     * @param features the features
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder disable(GodotWriteFeature... features) {
      for (GodotWriteFeature feature : features) {
        configure(feature, false);
      }
      return this;
    }

    /** The saved state of a builder, from which a mapper creates a new builder. */
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
