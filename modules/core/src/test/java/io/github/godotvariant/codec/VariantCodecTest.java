package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.RID;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Reusable;
import io.github.godotvariant.testsupport.Hex;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("CheckReturnValue") // what matters is what it costs, or what is thrown
class VariantCodecTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;
  private static final Variant VALUE =
      VariantDictionary.of("hp", 100, "pos", new Vector2(1, 2), "tags", VariantArray.of("a", "b"));

  @Test
  void buffersOfAllKinds() {
    byte[] bytes = CODEC.encode(VALUE);
    ByteBuffer heap = ByteBuffer.allocate(bytes.length + 20);
    heap.position(7).put(bytes).flip().position(7);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 20);
    direct.position(7).put(bytes).flip().position(7);
    for (ByteBuffer kind :
        List.of(
            ByteBuffer.wrap(bytes),
            heap,
            heap.slice(),
            direct,
            heap.asReadOnlyBuffer(),
            direct.slice().order(ByteOrder.LITTLE_ENDIAN),
            direct.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN))) {
      ByteOrder order = kind.order();
      ByteBuffer whole = kind.duplicate().order(order);
      assertThat(CODEC.decode(whole)).isEqualTo(VALUE);
      assertThat(whole.remaining()).isZero();
      assertThat(whole.order()).isEqualTo(order);
      ByteBuffer prefix = kind.duplicate();
      assertThat(CODEC.decodePrefix(prefix))
          .isEqualTo(new Decoded(VALUE, bytes.length, RealPrecision.SINGLE));
      assertThat(prefix.remaining()).isZero();
    }
    ByteBuffer target = ByteBuffer.allocate(bytes.length + 9);
    target.position(5);
    CODEC.encodeTo(VALUE, target);
    assertThat(target.position()).isEqualTo(5 + bytes.length);
    assertThat(CODEC.decode(target.flip().position(5))).isEqualTo(VALUE);
    ByteBuffer outside = ByteBuffer.allocateDirect(bytes.length);
    CODEC.encodeTo(VALUE, outside);
    assertThat(CODEC.decode(outside.flip())).isEqualTo(VALUE);
  }

  static Stream<Variant> valuesOfManyForms() {
    ElementType ints = ElementType.of(VariantType.INT);
    return Stream.of(
        VALUE,
        Variant.of("\u00e9".repeat(20)),
        VariantArray.of(1, 2).withElementType(ints),
        VariantDictionary.of(1, 2).withTypes(ints, ints),
        VariantDictionary.EMPTY.withTypes(ElementType.UNTYPED, ElementType.ofClass("Node")));
  }

  @ParameterizedTest
  @MethodSource("valuesOfManyForms")
  void aBufferThatIsTooSmallIsLeftAtItsPosition(Variant value) {
    int size = CODEC.encodedSize(value);
    for (int room = 0; room < size; room++) {
      ByteBuffer target = ByteBuffer.allocate(room + 64);
      target.limit(room + 3).position(3);
      assertThatExceptionOfType(BufferOverflowException.class)
          .as("%d bytes", room)
          .isThrownBy(() -> CODEC.encodeTo(value, target));
      assertThat(target.position()).isEqualTo(3);
      for (int i = target.limit(); i < target.capacity(); i++) {
        assertThat(target.array()[i]).isZero();
      }
    }
    ByteBuffer exact = ByteBuffer.allocate(size);
    CODEC.encodeTo(value, exact);
    assertThat(exact.remaining()).isZero();
    assertThat(exact.array()).isEqualTo(CODEC.encode(value));
  }

  /** Not from the start of the array in which it is. */
  @Test
  void offsetsOfWhatCannotBeWrittenCountFromTheStartOfTheValue() {
    Variant nested = Variant.of(5);
    for (int i = 0; i < 2000; i++) {
      nested = VariantArray.of(nested);
    }
    for (Variant wrong : List.of(VariantArray.of("a", "\0"), nested)) {
      VariantException encoding =
          catchThrowableOfType(VariantException.class, () -> CODEC.encode(wrong));
      VariantException encodingTo =
          catchThrowableOfType(
              VariantException.class,
              () -> CODEC.encodeTo(wrong, ByteBuffer.allocate(100_000).position(40)));
      assertThat(encodingTo.byteOffset()).isPositive().isEqualTo(encoding.byteOffset());
    }
  }

  /** In containers as well, where small values are written another way. */
  @ParameterizedTest
  @EnumSource
  void whatADialectHasNoTypeForIsRefused(VariantType type) {
    assertThat(Dialect.GODOT_4.row(type))
        .as("%s in the newest dialect, which has all types", type)
        .isPresent();
    int id = Dialect.GODOT_4.row(type).orElseThrow().wireId();
    Variant value =
        switch (type) {
          case NODE_PATH -> NodePath.parse("a");
          case OBJECT -> new ObjectId(5);
          default -> CODEC.decodePrefix(ByteBuffer.allocate(100).put(0, (byte) id)).value();
        };
    Dialect without = Dialect.GODOT_4.builder("without", "Without a type").remove(id).build();
    refused(without, value, type.godotName() + " cannot be written in without", "$");
    if (type != VariantType.ARRAY) {
      refused(without, VariantArray.of(value), " cannot be written", "$[0]");
    }
  }

  @Test
  void prefixesAndTrailingBytes() {
    byte[] bytes = Hex.bytes("02000000 05000000 deadbeef");
    assertThat(CODEC.decodePrefix(bytes))
        .isEqualTo(new Decoded(IntValue.of(5), 8, RealPrecision.SINGLE));
    assertThatExceptionOfType(MalformedVariantException.class)
        .isThrownBy(() -> CODEC.decode(bytes));
  }

  @Test
  void componentsOf64BitsAreNoticed() {
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    for (Variant value :
        List.of(
            new Vector2(0, 0),
            new Plane(new Vector3(0, 1, 0), 0),
            PackedVector3Array.of(0, 0, 0),
            VariantDictionary.of("a", VariantArray.of(new Vector3(1, 2, 3))))) {
      assertThat(CODEC.decodePrefix(wide.encode(value)).realPrecision())
          .isEqualTo(RealPrecision.DOUBLE);
      assertThat(CODEC.decodePrefix(CODEC.encode(value)).realPrecision())
          .isEqualTo(RealPrecision.SINGLE);
    }
    for (Variant value :
        List.of(
            Variant.of(0.1),
            Variant.of(1L << 40),
            PackedFloat64Array.of(0.1),
            new Color(1, 1, 1, 1))) {
      assertThat(CODEC.decodePrefix(wide.encode(value)).realPrecision())
          .isEqualTo(RealPrecision.SINGLE);
    }
  }

  @Test
  void whatADialectCannotExpressIsNamed() {
    refused(Dialect.GODOT_3, VariantArray.of(1, StringName.of("a")), "StringName", "$[1]");
    refused(Dialect.GODOT_3, PackedInt64Array.of(1), "PackedInt64Array", "$");
    refused(Dialect.GODOT_3, new RID(5), "the number of a RID", "$");
    refused(
        Dialect.GODOT_4_0,
        VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)),
        "typed arrays",
        "$");
    refused(
        Dialect.GODOT_4_3,
        VariantDictionary.EMPTY.withTypes(
            ElementType.of(VariantType.INT), ElementType.of(VariantType.INT)),
        "typed dictionaries",
        "$");
    for (ElementType keys : List.of(ElementType.UNTYPED, ElementType.of(VariantType.INT))) {
      ElementType values = keys.isUntyped() ? ElementType.of(VariantType.INT) : ElementType.UNTYPED;
      refused(
          Dialect.GODOT_4_3,
          VariantDictionary.EMPTY.withTypes(keys, values),
          "typed dictionaries",
          "$");
    }
    refused(Dialect.GODOT_4, Variant.of("a\0b"), "NUL", "$");
    refused(Dialect.GODOT_4, Variant.of("\uD800"), "lone surrogate", "$");
    refused(
        Dialect.GODOT_4,
        Variant.of("a long text, then a lone one: \uDC00 \uD83D\uDE00"),
        "lone",
        "$");
    refused(Dialect.GODOT_4, new ObjectValue("A", List.of()), "ObjectMode.FULL", "$");
    refused(Dialect.MANUAL_3_0, Variant.of(0.1), "not exact in the 32 bits", "$");
    assertThat(VariantCodec.GODOT_3.encode(Variant.of("\uD800")))
        .isEqualTo(Hex.bytes("04000000 03000000 eda08000"));
  }

  private static void refused(Dialect dialect, Variant value, String problem, String path) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.of(dialect).encode(value))
        .withMessageContaining(problem)
        .satisfies(e -> assertThat(e.path()).isEqualTo(path));
  }

  @Test
  void errorsInAPropertyNameIt() {
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    List<ObjectValue.Property> properties = new ArrayList<>();
    properties.add(new ObjectValue.Property("uses", Variant.of(3)));
    properties.add(new ObjectValue.Property("tags", VariantArray.of("a", VariantArray.of("\0"))));
    properties.add(new ObjectValue.Property("more", Variant.of(4)));
    Variant object = new ObjectValue("Item", properties);
    for (Variant value : List.of(object, VariantDictionary.of("item", VariantArray.of(object)))) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> full.encode(value))
          .satisfies(
              e ->
                  assertThat(e.path())
                      .isEqualTo(value == object ? "$.tags[1][0]" : "$.item[0].tags[1][0]"));
    }
  }

  @Test
  void anErrorLeavesTheCodecUsable() {
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> CODEC.encode(VariantArray.of(1, VariantArray.of("\0"))));
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(
              () -> CODEC.decode(Hex.bytes("1c000000 02000000 1b000000 01000000 00000000")));
      assertThat(CODEC.decode(CODEC.encode(VALUE))).isEqualTo(VALUE);
    }
  }

  @Test
  void doublePrecisionIsWrittenBySettingAndReadByFlag() {
    VariantCodec doubles = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    Vector2 value = new Vector2(1.5, 0.1);
    byte[] bytes = Hex.bytes("05000100 000000000000f83f 9a9999999999b93f");
    assertThat(doubles.encode(value)).isEqualTo(bytes);
    assertThat(CODEC.decode(bytes)).isEqualTo(value);
    assertThat(doubles.decode(Hex.bytes("05000000 0000c03f cdcccc3d")))
        .isEqualTo(new Vector2(1.5, 0.1f));
    PackedVector2Array packed = PackedVector2Array.wrap(new double[] {1.5, 0.1});
    byte[] packedBytes = Hex.bytes("23000100 01000000 000000000000f83f 9a9999999999b93f");
    assertThat(doubles.encode(packed)).isEqualTo(packedBytes);
    assertThat(CODEC.decode(packedBytes)).isEqualTo(packed);
    assertThat(CODEC.encode(packed)).isEqualTo(Hex.bytes("23000000 01000000 0000c03f cdcccc3d"));
  }

  @Test
  void nanBitsOfComponentsSurvive() {
    for (String bits : List.of("0000c07f", "0100c0ff", "0100807f", "ffffffff", "010080ff")) {
      byte[] bytes = Hex.bytes("05000000 " + bits + " 00000080");
      assertThat(CODEC.encode(CODEC.decode(bytes))).as(bits).isEqualTo(bytes);
      byte[] packed = Hex.bytes("23000000 01000000 " + bits + " 00000080");
      assertThat(CODEC.encode(CODEC.decode(packed))).as(bits).isEqualTo(packed);
      byte[] color = Hex.bytes("14000000 " + bits + "00000080 00000000 00000000");
      assertThat(CODEC.encode(CODEC.decode(color))).as(bits).isEqualTo(color);
    }
  }

  /** As Godot 4.6.3 in single precision does; one in double precision keeps them. */
  @Test
  void signallingNansAreQuietOnceTheyAreNarrowed() {
    byte[] vector = Hex.bytes("05000100 9a9999999999f17f cdccccc4cccc0040");
    assertThat(Hex.of(CODEC.encode(CODEC.decode(vector)))).isEqualTo("05000000cccccc7f66660640");
    byte[] vectors = Hex.bytes("23000100 01000000 9a9999999999f17f cdccccc4cccc0040");
    assertThat(Hex.of(CODEC.encode(CODEC.decode(vectors))))
        .isEqualTo("2300000001000000cccccc7f66660640");
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    assertThat(wide.encode(wide.decode(vector))).isEqualTo(vector);
    assertThat(wide.encode(wide.decode(vectors))).isEqualTo(vectors);
  }

  @Test
  void objectIds() {
    byte[] bytes = Hex.bytes("18000100 ac0500fd05000080");
    ObjectId id = new ObjectId(0x80000005FD0005ACL);
    assertThat(CODEC.decode(bytes)).isEqualTo(id);
    assertThat(CODEC.encode(id)).isEqualTo(bytes);
    assertThat(CODEC.decode(Hex.bytes("18000100 0000000000000000")).isNil()).isTrue();
  }

  @Test
  void keysOfManyShapesAndDialects() {
    Random random = new Random(7);
    VariantCodec three = VariantCodec.GODOT_3;
    for (int round = 0; round < 3000; round++) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      int size = random.nextInt(12);
      for (int i = 0; i < size; i++) {
        String key = "k" + random.nextInt(round % 7 == 0 ? 100_000 : 20);
        builder.put(random.nextInt(4) == 0 ? StringName.of(key) : key, random.nextInt());
      }
      VariantDictionary value = builder.build();
      byte[] bytes = CODEC.encode(value);
      VariantDictionary decoded = CODEC.decode(bytes).asDictionary();
      assertThat(decoded).isEqualTo(value);
      assertThat(CODEC.encode(decoded)).isEqualTo(bytes);
      boolean names = decoded.keys().stream().anyMatch(key -> key instanceof StringName);
      if (names) {
        assertThatExceptionOfType(InexpressibleVariantException.class)
            .isThrownBy(() -> three.encode(decoded));
      } else {
        assertThat(three.decode(three.encode(decoded))).isEqualTo(value);
      }
    }
  }

  /** What a frame foresaw for one dictionary is nothing to one with more keys than shapes have. */
  @Test
  void largeDictionariesBehindSmallOnes() {
    VariantCodec fresh = VariantCodec.of(Dialect.GODOT_4);
    List<Variant> dictionaries = new ArrayList<>();
    for (int size : new int[] {2, 3, 2, 40, 3, 33, 2, 32, 40}) {
      VariantDictionary.Builder dictionary = VariantDictionary.builder();
      for (int i = 0; i < size; i++) {
        dictionary.put("key " + (size > 32 ? size - i : i), i % 7 == 1 ? VariantArray.of(i) : i);
      }
      dictionaries.add(dictionary.build());
    }
    VariantArray value = VariantArray.of(dictionaries.toArray());
    for (int round = 0; round < 3; round++) {
      assertThat(fresh.decode(fresh.encode(value))).isEqualTo(value);
    }
  }

  /** Keys that were read as a shape before another key came are charged like all others. */
  @Test
  void keysOfAShapeThatIsGivenUpAreCharged() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("k".repeat(48), null, 7, null));
    for (int heap = 1; heap < 400; heap++) {
      VariantCodec codec = CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap));
      boolean decodes = accepts(() -> codec.decode(bytes));
      assertThat(accepts(() -> codec.decode(bytes))).isEqualTo(decodes);
      boolean skips =
          accepts(
              () -> {
                try (VariantReader reader = codec.reader(bytes)) {
                  reader.skip();
                }
              });
      assertThat(decodes).as("heap %d", heap).isEqualTo(skips);
    }
  }

  private static boolean accepts(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (VariantLimitException e) {
      return false;
    }
  }

  @Test
  void namesKeyThatExceedsHeapLimit() {
    Variant value = VariantArray.of(1, VariantDictionary.of("key", VariantArray.of(2), "other", 3));
    byte[] bytes = CODEC.encode(value);
    Set<String> paths = new TreeSet<>();
    for (int heap = 1; heap < 1000; heap++) {
      try {
        CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)).decode(bytes);
      } catch (VariantLimitException e) {
        paths.add(e.path());
      }
    }
    assertThat(paths).containsExactly("$", "$[1]", "$[1].key", "$[1]{key 0}", "$[1]{key 1}");
  }

  /**
   * A reader inside which the codec is used, and one that could not be made, cost no slot, whatever
   * the number of the thread.
   */
  @Test
  void readersGiveBackWhatTheyTook() throws Exception {
    for (int i = 0; i < 32; i++) {
      FutureTask<Boolean> work = new FutureTask<>(VariantCodecTest::takeAndGiveBack, true);
      new Thread(work).start();
      assertThat(work.get()).isTrue();
    }
  }

  private static void takeAndGiveBack() {
    Reusable<Object> slots = new Reusable<>(Object::new);
    Reusable.Slot<Object> outer = slots.take();
    Object first = slots.in(outer);
    Reusable.Slot<Object> inner = slots.take();
    Object second = slots.in(inner);
    Object third = slots.in(slots.take());
    slots.giveBack(inner);
    slots.giveBack(outer);
    assertThat(slots.in(slots.take())).isSameAs(first);
    assertThat(slots.in(slots.take())).isSameAs(second).isNotSameAs(first);
    assertThat(slots.in(slots.take())).isNotSameAs(third);
  }

  @Test
  void shortTextsThatComeAgainAreThoseThatWereReadBefore() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (int length = 16; length >= 5; length--) {
      String text = "abcdefghijklmnop".substring(0, length);
      // One at a time, as each drives out those that have its place.
      byte[] bytes = codec.encode(VariantArray.of(text, 1));
      Variant first = codec.decode(bytes).asArray().get(0);
      assertThat(codec.decode(bytes).asArray().get(0)).as(text).isSameAs(first);
      // Also where no byte follows.
      Variant last = codec.decode(codec.encode(VariantArray.of(text))).asArray().get(0);
      assertThat(last).as(text).isSameAs(first);
    }
  }

  @Test
  void paddingOfKeysDoesNotMatter() {
    byte[] clean = Hex.bytes("1b000000 01000000 04000000 01000000 61000000 00000000");
    byte[] dirty = Hex.bytes("1b000000 01000000 04000000 01000000 617a7a7a 00000000");
    assertThat(CODEC.decode(clean)).isEqualTo(CODEC.decode(dirty));
    assertThat(CODEC.encode(CODEC.decode(dirty))).isEqualTo(clean);
  }

  @Test
  void textsOfAllLengths() {
    for (int length = 0; length < 70; length++) {
      String ascii = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2).substring(0, length);
      for (String text :
          List.of(ascii, ascii + "é", "日" + ascii, ascii + "\uD83D\uDE00", ascii + "?")) {
        StringValue value = StringValue.of(text);
        byte[] bytes = CODEC.encode(value);
        assertThat(bytes.length % 4).isZero();
        assertThat(CODEC.decode(bytes)).isEqualTo(value);
        byte[] plain = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        ByteBuffer expected = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(4).putInt(plain.length).put(plain);
        assertThat(bytes).isEqualTo(expected.array());
      }
    }
  }

  @Test
  void configurationIsWhatItWasMadeOf() {
    VariantCodec codec =
        VariantCodec.of(Dialect.GODOT_3)
            .withLimits(ReadLimits.NETWORK)
            .withObjects(ObjectMode.FULL);
    assertThat(codec.dialect()).isEqualTo(Dialect.GODOT_3);
    assertThat(codec.limits()).isEqualTo(ReadLimits.NETWORK);
    assertThat(codec.objects()).isEqualTo(ObjectMode.FULL);
    assertThat(codec).hasToString("VariantCodec[godot-3]");
    assertThat(CODEC.limits()).isEqualTo(ReadLimits.DEFAULT);
    assertThat(CODEC.objects()).isEqualTo(ObjectMode.IDS);
  }

  @Test
  void aPrefixMovesTheBufferBehindTheValueOnly() {
    ByteBuffer two = ByteBuffer.wrap(Hex.bytes("00000000 02000000 05000000 01000000 01000000"));
    assertThat(CODEC.decodePrefix(two).value().isNil()).isTrue();
    assertThat(two.position()).isEqualTo(4);
    assertThat(CODEC.decodePrefix(two))
        .isEqualTo(new Decoded(IntValue.of(5), 8, RealPrecision.SINGLE));
    assertThat(two.position()).isEqualTo(12);
    assertThat(CODEC.decode(two)).isEqualTo(Variant.of(true));
    assertThat(two.remaining()).isZero();
  }

  /** Which a Godot 3 compares by identity, and a Godot 4 by what is in them. */
  @ParameterizedTest
  @CsvSource({"godot-3, 2", "godot-4, 1"})
  void equalDictionariesAsKeys(String dialect, int pairs) {
    VariantCodec codec = VariantCodec.of(Dialect.named(dialect).orElseThrow());
    byte[] one = codec.encode(VariantDictionary.of(VariantDictionary.EMPTY, 1));
    byte[] two = java.util.Arrays.copyOf(one, one.length + one.length - 8);
    System.arraycopy(one, 8, two, one.length, one.length - 8);
    two[4] = 2;
    VariantDictionary dictionary = (VariantDictionary) codec.decode(two);
    assertThat(dictionary.size()).isEqualTo(pairs);
  }

  /** Longer than the buffers that encoding starts with, and than what it keeps. */
  @Test
  void largeValuesOfEveryKind() {
    for (int size : new int[] {255, 256, 257, 3000, 9 << 20}) {
      for (Variant value :
          List.of(
              StringValue.of("x".repeat(size)),
              StringValue.of("é".repeat(size)),
              PackedByteArray.of(new byte[size]),
              VariantArray.copyOf(
                  java.util.Collections.nCopies(Math.min(size, 3000), IntValue.of(7))))) {
        byte[] bytes = CODEC.encode(value);
        assertThat(CODEC.encodedSize(value)).isEqualTo(bytes.length);
        assertThat(CODEC.decode(bytes)).isEqualTo(value);
      }
      assertThat(CODEC.encode(Variant.of(1))).hasSize(8);
    }
  }

  /** Counted as far as arrays go, and not further; nothing of that size is made. */
  @Test
  void sizesThatNoArrayHasAreRefused() {
    int length = 1 << 26;
    Variant large = PackedByteArray.wrap(new byte[length]);
    List<Variant> values = new ArrayList<>(Collections.nCopies(31, large));
    int counted = 8 + 31 * (8 + length);
    int rest = (Integer.MAX_VALUE - 8 - counted) / 4 * 4 - 8;
    values.add(PackedByteArray.wrap(new byte[rest]));
    assertThat(CODEC.encodedSize(VariantArray.copyOf(values))).isEqualTo(counted + 8 + rest);
    values.add(Variant.of(1));
    sizeRefused(values, counted + 8L + rest + 8);
    values.addAll(Collections.nCopies(1000, Variant.of(1)));
    sizeRefused(values, counted + 8L + rest + 8 * 128);
    values.set(31, PackedByteArray.wrap(new byte[rest + 4]));
    sizeRefused(values, counted + 8L);
  }

  private static void sizeRefused(List<Variant> values, long atMost) {
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> CODEC.encodedSize(VariantArray.copyOf(values)))
        .withMessageStartingWith("encoding is longer than 2147483639 bytes")
        .satisfies(e -> assertThat(e.byteOffset()).isBetween(0L, atMost));
  }

  @Test
  void equalShortKeysAreTheSameObjects() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    String longest = "k".repeat(48);
    byte[] first = codec.encode(VariantDictionary.of("id", 1, "hp", 2, longest, 3));
    byte[] second =
        codec.encode(
            VariantDictionary.of("other", VariantDictionary.of("hp", 1, "id", 2, longest, 3)));
    List<Variant> keys = codec.decode(first).asDictionary().keys();
    List<Variant> inner = codec.decode(second).asDictionary().getDictionary("other").keys();
    assertThat(inner.get(0)).isSameAs(keys.get(1));
    assertThat(inner.get(1)).isSameAs(keys.get(0));
    assertThat(inner.get(2)).isSameAs(keys.get(2));
    assertThat(codec.decode(first).asDictionary().keys()).isSameAs(keys);
  }

  /** A key that is too long to be known from the short texts that were read lately. */
  private static String longKey(int number) {
    return "a key of some length, number " + number;
  }

  private static byte[] withKeys(Object... keys) {
    VariantDictionary.Builder dictionary = VariantDictionary.builder();
    for (Object key : keys) {
      dictionary.put(key, 0);
    }
    return CODEC.encode(dictionary.build());
  }

  /** Whether the last key of a dictionary is the same object when it is decoded once more. */
  private static boolean isTheSame(VariantCodec codec, byte[] bytes) {
    List<Variant> keys = codec.decode(bytes).asDictionary().keys();
    List<Variant> again = codec.decode(bytes).asDictionary().keys();
    assertThat(again).isEqualTo(keys);
    return again.get(again.size() - 1) == keys.get(keys.size() - 1);
  }

  private static boolean isTheSame(Object... keys) {
    return isTheSame(VariantCodec.of(Dialect.GODOT_4), withKeys(keys));
  }

  private static Object[] longKeys(int count) {
    return IntStream.range(0, count).mapToObj(VariantCodecTest::longKey).toArray();
  }

  @Test
  void equalKeysAreTheSameObjectsIfAllBeforeThemAreShortAsciiTexts() {
    assertThat(isTheSame("k".repeat(48))).isTrue();
    assertThat(isTheSame("k".repeat(49))).isFalse();
    assertThat(isTheSame("\u007f".repeat(40))).isTrue();
    assertThat(isTheSame("\u0080".repeat(20))).isFalse();
    assertThat(isTheSame(5, longKey(1))).isFalse();
    assertThat(isTheSame("\u0080".repeat(20), longKey(1))).isFalse();
  }

  @Test
  void equalKeysAreTheSameObjectsUpTo32Pairs() {
    assertThat(isTheSame(longKeys(32))).isTrue();
    assertThat(isTheSame(longKeys(33))).isFalse();
  }

  @Test
  void equalKeysAreTheSameObjectsIfNoTextComesTwice() {
    String pair = "04000000 14000000 %s 00000000";
    String one = pair.formatted("61".repeat(20));
    String other = pair.formatted("62".repeat(20));
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    assertThat(isTheSame(codec, Hex.bytes("1b000000 02000000" + one + other))).isTrue();
    assertThat(isTheSame(codec, Hex.bytes("1b000000 03000000" + one + one + other))).isFalse();
  }

  @Test
  void equalKeysAreTheSameObjectsIfAtMost64FollowTheSameKeys() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (int i = 0; i < 65; i++) {
      assertThat(isTheSame(codec, withKeys("first", longKey(i)))).as("%d", i).isEqualTo(i < 64);
    }
    for (int i = 1; i < 65; i++) { // "first" being one
      assertThat(isTheSame(codec, withKeys(longKey(i)))).as("%d", i).isEqualTo(i < 64);
    }
  }

  @Test
  void equalKeysAreTheSameObjectsIfThereAreFewerThan4096Sequences() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    byte[] bytes = withKeys(longKey(0));
    Variant key = codec.decode(bytes).asDictionary().keyAt(0);
    for (int i = 0; i < 63; i++) { // 63 × (1 + 64) sequences
      for (int j = 100; j < 164; j++) {
        assertThat(codec.decode(withKeys(longKey(i), longKey(j))).asDictionary().size())
            .isEqualTo(2);
      }
    }
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isSameAs(key);
    assertThat(codec.decode(withKeys(longKey(63))).asDictionary().size()).isEqualTo(1);
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isEqualTo(key).isNotSameAs(key);
  }

  private static Variant readAtOnce(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      return reader.nextValue();
    }
  }

  @Test
  void whatIsRememberedIsThereForTheNextValueHoweverThisOneIsRead() {
    byte[] bytes = withKeys(longKey(0));
    for (Function<VariantCodec, Variant> way :
        List.<Function<VariantCodec, Variant>>of(
            codec -> codec.decode(bytes),
            codec -> codec.decode(ByteBuffer.wrap(bytes)),
            codec -> codec.decodePrefix(bytes).value(),
            codec -> codec.decodePrefix(ByteBuffer.wrap(bytes)).value(),
            codec -> readAtOnce(codec, bytes))) {
      VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
      Variant key = way.apply(codec).asDictionary().keyAt(0);
      for (int i = 0; i < 4; i++) {
        assertThat(way.apply(codec).asDictionary().keyAt(0)).isSameAs(key);
      }
    }
  }

  @Test
  void whatIsRememberedIsThereAfterInputThatIsTooLong() {
    byte[] bytes = withKeys(longKey(0));
    VariantCodec codec =
        VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.DEFAULT.withBytes(bytes.length));
    Variant key = codec.decode(bytes).asDictionary().keyAt(0);
    byte[] tooLong = new byte[bytes.length + 4];
    for (int i = 0; i < 4; i++) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.reader(tooLong).close());
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.decode(tooLong));
    }
    assertThat(codec.decode(bytes).asDictionary().keyAt(0)).isSameAs(key);
  }

  @Test
  void aReaderRemembersForItselfAsLongAsItIsOpen() {
    byte[] bytes = withKeys(longKey(0));
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    try (VariantReader reader = codec.reader(bytes)) {
      Variant key = codec.decode(bytes).asDictionary().keyAt(0);
      assertThat(reader.nextValue().asDictionary().keyAt(0)).isEqualTo(key).isNotSameAs(key);
    }
  }

  @Test
  void theWayThroughDeepContainersAndObjectsIsNamed() {
    VariantCodec full = VariantCodec.GODOT_3.withObjects(ObjectMode.FULL);
    Variant value = VariantArray.of(new Vector4(1, 2, 3, 4));
    String path = "[0]";
    for (int i = 0; i < 20; i++) {
      value = new ObjectValue("A", List.of(new ObjectValue.Property("p" + i, value)));
      path = ".p" + i + path;
    }
    Variant deep = value;
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> full.encode(deep))
        .extracting(VariantException::path)
        .isEqualTo("$" + path);
  }

  @Test
  void aWriterInTheMemoryOfAnotherWritesWhatItsCodecWrites() {
    VariantCodec full = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    VariantWriter before = VariantCodec.GODOT_4.writer().value(1);
    assertThat(full.writer(before).beginObject("A").endObject().toByteArray())
        .isEqualTo(full.encode(new ObjectValue("A", List.of())));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_4.writer(full.writer()).beginObject("A"));
  }

  @Test
  void nothingOfContainersMayBeInspected() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(1, 2));
    Inspection inspection = VariantCodec.GODOT_4.inspect(bytes, 0, 0);
    assertThat(inspection.failure()).isEmpty();
    assertThat(inspection.length()).isEqualTo(bytes.length);
  }

  @Test
  void aFullObjectIsForbiddenAndExceedsNoLimit() {
    ObjectValue object = new ObjectValue("Node", List.of());
    byte[] bytes = CODEC.withObjects(ObjectMode.FULL).encode(VariantArray.of(1, object, 2));
    List<ThrowingCallable> ways =
        List.of(
            () -> CODEC.decode(bytes),
            () -> CODEC.decodePrefix(ByteBuffer.wrap(bytes)),
            () -> CODEC.reader(bytes).skip(),
            () -> CODEC.reader(bytes).nextValue(),
            () -> CODEC.reader(bytes).seek("$[2]"),
            () -> {
              throw CODEC.inspect(bytes).failure().orElseThrow();
            });
    for (ThrowingCallable way : ways) {
      assertThatExceptionOfType(ForbiddenVariantException.class)
          .isThrownBy(way)
          .withMessageStartingWith(
              "a full object is not allowed here; ObjectMode.FULL allows it, at byte 16, $");
    }
  }
}
