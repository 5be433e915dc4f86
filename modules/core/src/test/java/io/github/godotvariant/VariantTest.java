package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VariantTest {
  @Test
  void convertsPlainJavaBothWays() {
    Object plain =
        Arrays.asList(
            null, true, 5L, 1.5, "text", List.of(1L, List.of()), Map.of("k", List.of(2L)));
    Variant variant = Variant.of(plain);
    assertThat(variant.toString())
        .isEqualTo("[null, true, 5, 1.5, \"text\", [1, []], {\n\"k\": [2]\n}]");
    assertThat(variant.toJava()).isEqualTo(plain);
  }

  @Test
  void convertsJavaArraysToPackedArrays() {
    assertThat(Variant.of(new byte[] {1, 2})).isEqualTo(PackedByteArray.of((byte) 1, (byte) 2));
    assertThat(Variant.of(new int[] {1})).isEqualTo(PackedInt32Array.of(1));
    assertThat(Variant.of(new long[] {1})).isEqualTo(PackedInt64Array.of(1));
    assertThat(Variant.of(new float[] {1})).isEqualTo(PackedFloat32Array.of(1));
    assertThat(Variant.of(new double[] {1})).isEqualTo(PackedFloat64Array.of(1));
    assertThat(Variant.of(new String[] {"a"})).isEqualTo(PackedStringArray.of("a"));
    assertThat(Variant.of(new Object[] {1, "a"})).isEqualTo(VariantArray.of(1, "a"));
    assertThat(Variant.of(new int[] {1, 2}).toJava()).isEqualTo(new int[] {1, 2});
    assertThat(Variant.of((byte) 3)).isEqualTo(IntValue.of(3));
    assertThat(Variant.of('c')).isEqualTo(StringValue.of("c"));
  }

  @Test
  void convertsArraysOfShortAndBoolean() {
    assertThat(Variant.of(new short[] {Short.MIN_VALUE, 7}))
        .isEqualTo(PackedInt32Array.of(Short.MIN_VALUE, 7));
    assertThat(Variant.of(new boolean[] {true, false})).isEqualTo(VariantArray.of(true, false));
    assertThat(Variant.of(new boolean[0])).isEqualTo(VariantArray.EMPTY);
  }

  /** Also a {@link CharSequence} and with its own {@code toString}; only the name counts. */
  private enum Colour implements CharSequence {
    RED {
      @Override
      public String toString() {
        return "a red";
      }
    };

    @Override
    public int length() {
      return 0;
    }

    @Override
    public char charAt(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return "";
    }
  }

  @Test
  void convertsEnumsToNamesAndUnwrapsOptionals() {
    assertThat(Variant.of(Colour.RED)).isEqualTo(StringValue.of("RED"));
    assertThat(Variant.of(Optional.empty())).isEqualTo(Variant.NIL);
    assertThat(Variant.of(Optional.of(Optional.of(5)))).isEqualTo(IntValue.of(5));
    assertThat(VariantDictionary.of(Colour.RED, Optional.of(List.of(1))))
        .isEqualTo(VariantDictionary.of("RED", VariantArray.of(1)));
    Object deep = 5;
    for (int i = 0; i < 100_000; i++) {
      deep = Optional.of(deep);
    }
    assertThat(Variant.of(deep)).isEqualTo(IntValue.of(5));
  }

  record Named(String name) {}

  @Test
  void rejectsOtherIterablesAndUnsupportedTypes() {
    Iterable<Integer> numbers = () -> List.of(1, 2).iterator();
    for (Object other :
        List.of(
            Path.of("a", "b"), numbers, new char[] {'a'}, BigInteger.ONE, List.of(1).iterator())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Variant.of(List.of(other)))
          .withMessage(
              "no Variant for "
                  + other.getClass().getTypeName()
                  + "; see Variant.of for the accepted classes");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of(List.of(new Named("a"))))
        .withMessage(
            "no Variant for io.github.godotvariant.VariantTest$Named; use RecordCodec.toVariant for"
                + " records");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of(new char[1][1]))
        .withMessageStartingWith("no Variant for char[];");
    assertThat(Variant.of(new LinkedHashSet<>(List.of(1, 2)))).isEqualTo(VariantArray.of(1, 2));
  }

  @Test
  @SuppressWarnings("NullAway")
  void acceptsNullAndArraysAsArguments() {
    assertThat(VariantArray.of((Object) null)).isEqualTo(VariantArray.of(Variant.NIL));
    assertThatNullPointerException()
        .isThrownBy(() -> VariantArray.of((Object[]) null))
        .withMessageContaining("of((Object) null)");
    assertThat(VariantArray.of((Object[]) new String[] {"a", "b"}))
        .isEqualTo(VariantArray.of("a", "b"));
    assertThat(VariantArray.of(List.of(1, 2))).isEqualTo(VariantArray.of(VariantArray.of(1, 2)));
    assertThat(VariantArray.of('x', 1.5f, (short) 3))
        .isEqualTo(VariantArray.of(StringValue.of("x"), FloatValue.of(1.5), IntValue.of(3)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of(Map.of("a", 1)))
        .withMessage("keys and values alternate, but there are 1; copyOf takes a map");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of("a", 1, "b"))
        .withMessage("keys and values alternate, but there are 3");
    assertThat(VariantDictionary.of('x', 'y')).isEqualTo(VariantDictionary.of("x", "y"));
  }

  @Test
  void rejectsListThatContainsItself() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of(list))
        .withMessageContaining("contains itself");
  }

  @Test
  void copiesElementsOfPackedArrays() {
    int[] numbers = {1, 2, 3};
    PackedInt32Array copied = PackedInt32Array.of(numbers);
    numbers[0] = 9;
    assertThat(copied.get(0)).isEqualTo(1);
    copied.toArray()[0] = 9;
    assertThat(copied.get(0)).isEqualTo(1);
    assertThat(copied.asBuffer().isReadOnly()).isTrue();
    assertThat(PackedVector2Array.of(1, 2, 3, 4).get(1)).isEqualTo(new Vector2(3, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> PackedVector3Array.of(1, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PackedVector2Array.of(1, 2).get(1));
  }

  @Test
  void comparesFloatsByBits() {
    float quiet = Float.intBitsToFloat(0x7FC00001);
    assertThat(new Vector2(0.0, 1)).isNotEqualTo(new Vector2(-0.0, 1));
    assertThat(PackedFloat32Array.of(quiet)).isEqualTo(PackedFloat32Array.of(quiet));
    assertThat(PackedFloat32Array.of(quiet)).isNotEqualTo(PackedFloat32Array.of(Float.NaN));
    assertThat(FloatValue.of(1)).isNotEqualTo(IntValue.of(1));
    assertThat(PackedVector2Array.unsafeWrap(new float[] {0.5f, 1}))
        .isEqualTo(PackedVector2Array.unsafeWrap(new double[] {0.5, 1}))
        .hasSameHashCodeAs(PackedVector2Array.unsafeWrap(new double[] {0.5, 1}))
        .isNotEqualTo(PackedVector2Array.unsafeWrap(new double[] {0.1, 1}));
    assertThat(PackedVector2Array.copyOf(List.of(new Vector2(0.1, 0.2))).get(0))
        .isEqualTo(new Vector2(0.1, 0.2));
  }

  @Test
  void createsShapesFromComponents() {
    int shapes = 0;
    for (VariantType type : VariantType.values()) {
      for (int count : new int[] {2, 3, 4, 6, 9, 12, 16}) {
        double[] components = IntStream.rangeClosed(1, count).asDoubleStream().toArray();
        try {
          RealShape shape = RealShape.of(type, components);
          assertThat(shape.type()).isEqualTo(type);
          assertThat(shape.toDoubles()).isEqualTo(components);
          shapes++;
        } catch (IllegalArgumentException e) {
          assertThat(e).hasMessageStartingWith(type + " has ");
        }
      }
    }
    assertThat(shapes).isEqualTo(RealShape.class.getPermittedSubclasses().length);
  }

  @Test
  void reportsFoundTypeOfFailedConversion() {
    assertThat(IntValue.of(3).asDouble()).isEqualTo(3.0);
    assertThat(StringName.of("n").asString()).isEqualTo("n");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> IntValue.of(3).asDictionary())
        .withMessage("wanted Dictionary but found int 3");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> FloatValue.of(3).asLong());
  }

  @Test
  void rejectsIntsOutOfRange() {
    assertThat(IntValue.of(Integer.MIN_VALUE).asInt()).isEqualTo(Integer.MIN_VALUE);
    assertThat(IntValue.of(Integer.MAX_VALUE).asInt()).isEqualTo(Integer.MAX_VALUE);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> IntValue.of(Integer.MAX_VALUE + 1L).asInt())
        .withMessage("wanted an int from -2147483648 to 2147483647 but found 2147483648");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> IntValue.of(Integer.MIN_VALUE - 1L).asInt())
        .withMessage("wanted an int from -2147483648 to 2147483647 but found -2147483649");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> FloatValue.of(3).asInt())
        .withMessage("wanted int but found float 3.0");
  }

  @Test
  void rejectsNullObjectsAndReadsLastProperty() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ObjectIdValue(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ObjectValue("", List.of()));
    ObjectValue twice =
        new ObjectValue(
            "A",
            List.of(
                new ObjectValue.Property("p", Variant.of(1)),
                new ObjectValue.Property("p", Variant.of(2))));
    assertThat(twice.property("p")).contains(Variant.of(2));
    assertThat(twice.property("q")).isEmpty();
  }

  @Test
  void parsesNodePathsLikeEngine() {
    assertThat(NodePath.parse("/root/A/B:p:x"))
        .isEqualTo(new NodePath(List.of("root", "A", "B"), List.of("p", "x"), true));
    assertThat(NodePath.parse("a/b/").path()).isEqualTo("a/b");
    assertThat(NodePath.parse("//a").path()).isEqualTo("/a");
    assertThat(NodePath.parse("a/../b").names()).containsExactly("a", "..", "b");
    assertThat(NodePath.parse("a:").subnames()).isEmpty();
    assertThat(NodePath.parse("/")).isEqualTo(new NodePath(List.of(), List.of(), true));
    assertThat(NodePath.parse("")).isEqualTo(new NodePath(List.of(), List.of(), false));
    assertThatIllegalArgumentException().isThrownBy(() -> NodePath.parse("a::b"));
  }

  @Test
  void findsValuesByPath() {
    Variant save =
        VariantDictionary.of(
            "player", VariantDictionary.of("items", VariantArray.of("a", 5)), "odd key", 1, 3, "x");
    assertThat(VariantPath.parse("$.player.items[1]").find(save)).contains(IntValue.of(5));
    assertThat(VariantPath.parse("player.items[0]").find(save)).contains(StringValue.of("a"));
    assertThat(VariantPath.parse("$[\"odd key\"]").find(save)).contains(IntValue.of(1));
    assertThat(VariantPath.parse("[3]").find(save)).contains(StringValue.of("x"));
    assertThat(VariantPath.parse("$.player.items[2]").find(save)).isEmpty();
    assertThat(VariantPath.parse("$.player.name.x").find(save)).isEmpty();
    assertThat(VariantPath.parse("$").find(save)).contains(save);
    for (String text : List.of("$", "$.a.b[3]", "$[\"a \\\"quoted\\\" key\"].x", "$[-1]")) {
      assertThat(VariantPath.parse(text)).hasToString(text);
    }
    for (String text : List.of("$.", "$a", "$[", "$[x]", "$[\"a]", "$..a")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> VariantPath.parse(text))
          .withMessageContaining("position");
    }
  }
}
