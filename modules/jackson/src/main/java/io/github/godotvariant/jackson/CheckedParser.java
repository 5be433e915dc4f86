package io.github.godotvariant.jackson;

import io.github.godotvariant.internal.Reals;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;

/**
 * Delegates to another parser, and checks the numbers that are read as {@code float} or {@code
 * double}. Rejects finite numbers that would become infinite, and ints that would be rounded. A
 * mapper that is {@linkplain GodotMapper.Builder#lenient lenient} disables these checks.
 */
final class CheckedParser extends JsonParserDelegate {
  CheckedParser(JsonParser in) {
    super(in);
  }

  /**
   * Returns whether lossy conversions of numbers are permitted: if the parser is used without a
   * mapper, or if the mapper enables {@link DeserializationFeature#ACCEPT_FLOAT_AS_INT}.
   */
  static boolean isLenient(ObjectReadContext context) {
    return !(context instanceof DeserializationContext reading)
        || reading.isEnabled(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
  }

  /** {@return the message for a number that does not fit a type} */
  static String problem(Number number, Class<?> target) {
    return "wanted a number that a " + target + " can represent but found " + number;
  }

  @Override
  public float getFloatValue() {
    Number number = delegate.getNumberValue();
    float value = number.floatValue();
    check(
        isInt(number)
            ? Reals.isExact(value, number.longValue())
            : !Reals.overflows(number.doubleValue()),
        number,
        float.class);
    return value;
  }

  @Override
  public double getDoubleValue() {
    Number number = delegate.getNumberValue();
    double value = number.doubleValue();
    check(!isInt(number) || Reals.isExact(value, number.longValue()), number, double.class);
    return value;
  }

  private static boolean isInt(Number number) {
    return number instanceof Long || number instanceof Integer;
  }

  private void check(boolean isInRange, Number number, Class<?> target) {
    if (!isInRange && !isLenient(objectReadContext())) {
      throw InputExceptions.replace(
          new InputCoercionException(this, problem(number, target), currentToken(), target), this);
    }
  }
}
