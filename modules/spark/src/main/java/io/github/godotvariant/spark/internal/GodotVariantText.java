package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.text.VariantText;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code godot_variant_text}: decodes a value and returns it in the engine's text notation. */
final class GodotVariantText extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "godot_variant_text";

  GodotVariantText(Expression child, Options options) {
    super(NAME, child, DataTypes.StringType, options);
  }

  @Override
  FunctionExpression of(Expression child) {
    return new GodotVariantText(child, options);
  }

  /** Returns the text notation of Godot 3 or of Godot 4, depending on the dialect. */
  static VariantText notation(Dialect dialect) {
    return switch (dialect.generation()) {
      case GODOT_3 -> VariantText.GODOT_3;
      case GODOT_4 -> VariantText.GODOT_4;
    };
  }

  @Override
  Worker worker() {
    VariantCodec codec = options.codec();
    VariantText text = notation(codec.dialect()).withRealPrecision(codec.dialect().realPrecision());
    return handlingMalformed(
        options.isFailFast(),
        bytes -> {
          Variant value = codec.decode((byte[]) bytes);
          return UTF8String.fromString(PlainForm.wellFormed(text.print(value)));
        });
  }
}
