package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Key equality as observed in Godot 4.6 with dictionaries that contain both keys. */
class KeyEqualityTest {
  private static final FloatValue NAN = FloatValue.of(Double.NaN);
  private static final FloatValue OTHER_NAN =
      FloatValue.of(Double.longBitsToDouble(0x7FF8000000000001L));

  private static VariantArray array(Object... elements) {
    return VariantArray.of(elements);
  }

  private static VariantDictionary dictionary(Object... pairs) {
    return VariantDictionary.of(pairs);
  }

  @Test
  void comparesNumbersByValue() {
    assertSame(NAN, OTHER_NAN);
    assertSame(0.0, -0.0);
    assertSame(new Vector2(Double.NaN, 0.0), new Vector2(OTHER_NAN.value(), -0.0));
    assertSame(PackedFloat64Array.of(Double.NaN), PackedFloat64Array.of(OTHER_NAN.value()));
    assertDifferent(1, 1.0);
  }

  @Test
  void equatesStringNamesWithStringsOutsideContainers() {
    assertSame("a", StringName.of("a"));
    assertSame(dictionary("a", 1), dictionary(StringName.of("a"), 1));
    assertDifferent(array("a"), array(StringName.of("a")));
    assertDifferent(dictionary(1, "a"), dictionary(1, StringName.of("a")));
  }

  @Test
  void comparesContainersByContent() {
    assertSame(array(0.0), array(-0.0));
    assertSame(dictionary(1, 0.0), dictionary(1, -0.0));
    assertSame(array(), array().withElementType(ElementType.of(VariantType.INT)));
    assertDifferent(array(1), array(1.0));
  }

  @Test
  void comparesOrderOfEntries() {
    assertDifferent(dictionary(1, 2, 3, 4), dictionary(3, 4, 1, 2));
  }

  @Test
  void distinguishesContainersWithNan() {
    assertDifferent(array(NAN), array(NAN));
    assertDifferent(array(array(NAN)), array(array(NAN)));
    assertDifferent(dictionary(1, NAN), dictionary(1, NAN));
    assertDifferent(dictionary(array(NAN), 1), dictionary(array(NAN), 1));
    assertSame(dictionary(NAN, 1), dictionary(OTHER_NAN, 1));
    assertSame(array(new Vector2(Double.NaN, 0)), array(new Vector2(Double.NaN, 0)));
  }

  private static void assertSame(Object a, Object b) {
    assertThat(VariantDictionary.of(a, 1, b, 2).size()).isEqualTo(1);
  }

  private static void assertDifferent(Object a, Object b) {
    assertThat(VariantDictionary.of(a, 1, b, 2).size()).isEqualTo(2);
  }
}
