package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionException;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import java.util.Arrays;
import java.util.List;

/** Properties of the conversion between dialects. */
final class ConversionProperties {
  private ConversionProperties() {}

  /** A converted value can be encoded in the target dialect, and is decoded unchanged. */
  static void convert(Input input) {
    if (input.bytes().length < 1) {
      return;
    }
    VariantCodec source = input.codec();
    List<Dialect> targets = Dialect.presets();
    Dialect target = targets.get((input.bytes()[0] & 0xFF) % targets.size());
    Variant value;
    try {
      value = source.decode(Arrays.copyOfRange(input.bytes(), 1, input.bytes().length));
    } catch (VariantException e) {
      return;
    }
    Conversion conversion = Conversion.from(source.dialect()).to(target);
    Conversion.Result result = conversion.withPolicy(ConversionPolicy.DOWNGRADE).convert(value);
    try {
      Conversion.Result careful = conversion.convert(value);
      Check.that(result.isLossless(), () -> "loses " + result.losses());
      Check.same(result.value(), careful.value(), "results of both policies");
    } catch (ConversionException e) {
      Check.same(result.losses().toString(), e.losses().toString(), "losses of both policies");
      Check.that(!result.isLossless(), () -> "loses nothing");
    }
    // A dialect that cannot distinguish ids and full objects supports one of them at a time.
    VariantCodec ids = VariantCodec.of(target);
    VariantCodec full = ids.withObjects(ObjectMode.FULL);
    Variant again;
    try {
      again = full.decode(full.encode(result.value()));
    } catch (InexpressibleVariantException e) {
      again = ids.decode(ids.encode(result.value()));
    }
    // With full objects, an element class without a name is read as the type Object.
    if (!Values.anyIn(result.value(), ConversionProperties::namesNoClass)) {
      Check.same(result.value(), again, "the converted value and the value that is read again");
    }
  }

  private static boolean namesNoClass(Variant value) {
    ElementType none = ElementType.ofClass("");
    return value instanceof VariantArray array
        ? array.elementType().equals(none)
        : value instanceof VariantDictionary dictionary
            && (dictionary.keyType().equals(none) || dictionary.valueType().equals(none));
  }
}
