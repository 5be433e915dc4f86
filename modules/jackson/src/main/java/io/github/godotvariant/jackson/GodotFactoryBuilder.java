package io.github.godotvariant.jackson;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Objects;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.base.DecorableTSFactory.DecorableTSFBuilder;

/** Builds a {@link GodotFactory}. Not thread-safe. */
public final class GodotFactoryBuilder
    extends DecorableTSFBuilder<GodotFactory, GodotFactoryBuilder> {
  private VariantCodec codec = VariantCodec.GODOT_4;

  GodotFactoryBuilder() {
    super(
        StreamReadConstraints.defaults(),
        StreamWriteConstraints.defaults(),
        ErrorReportConfiguration.defaults(),
        0,
        0);
  }

  GodotFactoryBuilder(GodotFactory factory) {
    super(factory);
    codec = factory.codec();
  }

  /**
   * Sets the codec, which determines the dialect, the limits and the object handling. The default
   * is {@link VariantCodec#GODOT_4}.
   *
   * @param newCodec the codec; Jackson's constraints apply in addition to the limits of the codec
   * @return this builder
   */
  @CanIgnoreReturnValue
  public GodotFactoryBuilder codec(VariantCodec newCodec) {
    codec = Objects.requireNonNull(newCodec, "codec");
    return this;
  }

  /** {@return the codec that encodes and decodes the values} */
  VariantCodec codec() {
    return codec;
  }

  /**
   * Enables or disables a read feature.
   *
   * @param feature the feature
   * @param isEnabled true to enable the feature
   * @return this builder
   */
  @CanIgnoreReturnValue
  public GodotFactoryBuilder configure(GodotReadFeature feature, boolean isEnabled) {
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
  public GodotFactoryBuilder configure(GodotWriteFeature feature, boolean isEnabled) {
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
  public GodotFactoryBuilder enable(GodotReadFeature... features) {
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
  public GodotFactoryBuilder disable(GodotReadFeature... features) {
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
  public GodotFactoryBuilder enable(GodotWriteFeature... features) {
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
  public GodotFactoryBuilder disable(GodotWriteFeature... features) {
    for (GodotWriteFeature feature : features) {
      configure(feature, false);
    }
    return this;
  }

  @Override
  public GodotFactory build() {
    return new GodotFactory(this);
  }
}
