package io.github.godotvariant.jackson;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.codec.VariantCodec;
import java.util.Objects;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.base.DecorableTSFactory.DecorableTSFBuilder;

/** Makes a {@link GodotFactory}. Not for use by several threads. */
public final class GodotFactoryBuilder
    extends DecorableTSFBuilder<GodotFactory, GodotFactoryBuilder> {
  private VariantCodec codec = VariantCodec.GODOT_4;

  GodotFactoryBuilder() {
    super(
        StreamReadConstraints.defaults(),
        StreamWriteConstraints.defaults(),
        ErrorReportConfiguration.defaults(),
        GodotReadFeature.defaults(),
        GodotWriteFeature.defaults());
  }

  GodotFactoryBuilder(GodotFactory factory) {
    super(factory);
    codec = factory.codec();
  }

  /**
   * What reads and writes the bytes: with which dialect, limits and way with objects. Without this
   * it is {@link VariantCodec#GODOT_4}.
   *
   * @param newCodec the codec; Jackson's constraints hold as well as its limits
   * @return this
   */
  @CanIgnoreReturnValue
  public GodotFactoryBuilder codec(VariantCodec newCodec) {
    codec = Objects.requireNonNull(newCodec, "codec");
    return this;
  }

  /** What reads and writes the bytes. */
  VariantCodec codec() {
    return codec;
  }

  /**
   * Turns a feature on or off.
   *
   * @param feature which one
   * @param state true for on
   * @return this
   */
  @CanIgnoreReturnValue
  public GodotFactoryBuilder configure(GodotReadFeature feature, boolean state) {
    _formatReadFeatures =
        state ? _formatReadFeatures | feature.getMask() : _formatReadFeatures & ~feature.getMask();
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
  public GodotFactoryBuilder configure(GodotWriteFeature feature, boolean state) {
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
  public GodotFactoryBuilder enable(GodotReadFeature... features) {
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
  public GodotFactoryBuilder disable(GodotReadFeature... features) {
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
  public GodotFactoryBuilder enable(GodotWriteFeature... features) {
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
