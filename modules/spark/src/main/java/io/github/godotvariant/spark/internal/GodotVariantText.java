package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.text.VariantText;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code godot_variant_text}: decodes a value and returns it in the engine's text notation. */
final class GodotVariantText extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "godot_variant_text";

  private final Options options;

  GodotVariantText(Expression child, Options options) {
    super(NAME, child, DataTypes.StringType, options);
    this.options = options;
  }

  @Override
  FunctionExpression of(Expression child) {
    return new GodotVariantText(child, options);
  }

  @Override
  AbstractDataType inputType() {
    return DataTypes.BinaryType;
  }

  /** Returns the engine's text notation for the dialect of a codec. */
  static VariantText notation(VariantCodec codec) {
    VariantText text =
        switch (codec.dialect().generation()) {
          case GODOT_3 -> VariantText.GODOT_3;
          case GODOT_4 -> VariantText.GODOT_4;
        };
    return text.withRealPrecision(codec.dialect().realPrecision());
  }

  @Override
  Worker worker() {
    VariantCodec codec = options.codec();
    VariantText text = notation(codec);
    boolean failFast = options.mode(Options.Mode.PERMISSIVE) == Options.Mode.FAILFAST;
    return bytes -> {
      try {
        Variant value = codec.decode((byte[]) bytes);
        return UTF8String.fromString(PlainForm.wellFormed(text.print(value)));
      } catch (VariantException e) {
        if (failFast) {
          throw SparkExceptions.failFast(String.valueOf(e.getMessage()), e);
        }
        return null;
      }
    };
  }
}
