package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the dialects of the manual with an encoder and a decoder that were written only from the
 * page of the manual. Both write the same bytes, read the same values and reject the same bytes.
 * {@code -Dmanual.values=20000} sets the number of values for each edition and precision.
 */
class ManualAgreementTest {
  private static final int VALUES = 200 * Integer.getInteger("laws", 1);
  private static final long SEED = Long.getLong("manual.seed", 1);

  /** Number of damaged copies of the bytes of each value. */
  private static final int DAMAGES = 10;

  /** An edition in one precision, and with objects in one form. */
  record Way(ManualEdition edition, RealPrecision precision, ObjectMode objects) {
    Dialect dialect() {
      return Dialect.named(edition.dialect).orElseThrow().withRealPrecision(precision);
    }

    VariantCodec codec() {
      return VariantCodec.of(dialect()).withObjects(objects);
    }

    boolean doubles() {
      return precision == RealPrecision.DOUBLE;
    }

    Optional<ManualReading.Read> read(byte[] bytes) {
      return ManualReading.read(edition, doubles(), objects == ObjectMode.FULL, bytes);
    }

    /** Each type as often as the others, and each second value of any. */
    Variant value(RandomVariants random, int i) {
      List<VariantType> types = random.types();
      return i % 2 == 0 ? random.next() : random.next(types.get(i / 2 % types.size()));
    }
  }

  static List<Way> ways() {
    List<Way> ways = new ArrayList<>();
    for (ManualEdition edition : ManualEdition.values()) {
      for (RealPrecision precision : RealPrecision.values()) {
        ways.add(new Way(edition, precision, ObjectMode.IDS));
        if (edition.objects) {
          ways.add(new Way(edition, precision, ObjectMode.FULL));
        }
      }
    }
    return ways;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void writesSameBytesAndReadsSameValues(Way way) {
    VariantCodec codec = way.codec();
    RandomVariants random = RandomVariants.withObjects(way.dialect(), SEED, way.objects());
    ManualWriting writing = new ManualWriting(way.edition(), way.doubles(), () -> false);
    for (int i = 0; i < VALUES; i++) {
      Variant value = way.value(random, i);
      byte[] bytes = writing.write(value);
      assertThat(hex(codec.encode(value))).as("%s", value).isEqualTo(hex(bytes));
      same(writing, bytes, codec.decode(bytes), value);
      ManualReading.Read read = way.read(bytes).orElseThrow();
      assertThat(read.length()).isEqualTo(bytes.length);
      same(writing, bytes, read.value(), value);
    }
    assertThat(writing.types).isEqualTo(typesOf(way));
    Set<String> forms = forms(way);
    forms.removeAll(
        Set.of(
            "flags without a meaning",
            "padding that is not zero",
            "shared container",
            "old NodePath",
            "null object"));
    assertThat(writing.forms).isEqualTo(forms);
  }

  /** All forms that a reader may meet by the page, not only those that are written. */
  @ParameterizedTest
  @MethodSource("ways")
  void readsSameValuesOfAllForms(Way way) {
    VariantCodec codec = way.codec();
    RandomVariants random = RandomVariants.withObjects(way.dialect(), SEED + 1, way.objects());
    SplittableRandom choice = new SplittableRandom(SEED);
    ManualWriting writing = new ManualWriting(way.edition(), way.doubles(), () -> false);
    ManualWriting odd =
        new ManualWriting(way.edition(), way.doubles(), () -> choice.nextInt(3) == 0);
    for (int i = 0; i < VALUES; i++) {
      Variant value = way.value(random, i);
      byte[] bytes = odd.write(value);
      same(writing, writing.write(value), codec.decode(bytes), value);
      ManualReading.Read read = way.read(bytes).orElseThrow();
      assertThat(read.length()).isEqualTo(bytes.length);
      same(writing, writing.write(value), read.value(), value);
    }
    assertThat(odd.types).isEqualTo(typesOf(way));
    assertThat(odd.forms).isEqualTo(forms(way));
  }

  /** Bytes with a few changes: read as the same, or refused by both. */
  @ParameterizedTest
  @MethodSource("ways")
  void rejectsSameBytes(Way way) {
    VariantCodec codec = way.codec();
    RandomVariants random = RandomVariants.withObjects(way.dialect(), SEED + 2, way.objects());
    SplittableRandom choice = new SplittableRandom(SEED);
    ManualWriting writing = new ManualWriting(way.edition(), way.doubles(), () -> false);
    ManualWriting odd =
        new ManualWriting(way.edition(), way.doubles(), () -> choice.nextInt(5) == 0);
    int refused = 0;
    for (int i = 0; i < VALUES; i++) {
      byte[] bytes = odd.write(way.value(random, i));
      for (int j = 0; j < DAMAGES; j++) {
        byte[] damaged = damaged(bytes, choice);
        Optional<ManualReading.Read> read = way.read(damaged);
        Optional<Decoded> decoded = decode(codec, damaged);
        assertThat(decoded.isPresent()).as(hex(damaged)).isEqualTo(read.isPresent());
        if (read.isEmpty()) {
          refused++;
        } else {
          assertThat(decoded.get().length()).as(hex(damaged)).isEqualTo(read.get().length());
          byte[] same = writing.write(read.get().value());
          same(writing, same, decoded.get().value(), read.get().value());
        }
      }
    }
    assertThat(refused).isBetween(DAMAGES * VALUES / 4, DAMAGES * VALUES * 3 / 4);
  }

  /** Numbers of 64 bits where only 32 are written. */
  @ParameterizedTest
  @MethodSource("ways")
  void roundsComponentsAlike(Way way) {
    Dialect doubles = way.dialect().withRealPrecision(RealPrecision.DOUBLE);
    RandomVariants random = RandomVariants.withObjects(doubles, SEED + 3, way.objects());
    ManualWriting writing = new ManualWriting(way.edition(), way.doubles(), () -> false);
    VariantCodec codec = way.codec();
    for (int i = 0; i < VALUES; i++) {
      Variant value = way.value(random, i);
      byte[] encoded;
      try {
        encoded = codec.encode(value);
      } catch (InexpressibleVariantException e) {
        // The manual does not say that keys must differ. We reject what engines would merge.
        assertThat(e.problem()).contains("once it is rounded to 32 bits");
        continue;
      }
      assertThat(hex(encoded)).as("%s", value).isEqualTo(hex(writing.write(value)));
    }
  }

  /** Texts that engines change, and to the page are like others. */
  @ParameterizedTest
  @MethodSource("ways")
  void keepsTexts(Way way) {
    Variant texts = VariantArray.of("\uFEFF", "\uFEFFa", "\0", "a\0b", "a\0", "\0\0\0\0");
    ManualWriting writing = new ManualWriting(way.edition(), way.doubles(), () -> false);
    byte[] bytes = writing.write(texts);
    assertThat(hex(way.codec().encode(texts))).isEqualTo(hex(bytes));
    assertThat(way.codec().decode(bytes)).isEqualTo(texts);
    assertThat(way.read(bytes).orElseThrow().value()).isEqualTo(texts);
  }

  /** No edition has containers that declare what they hold. */
  @ParameterizedTest
  @MethodSource("ways")
  void rejectsTypedContainers(Way way) {
    ElementType type = ElementType.of(VariantType.INT);
    for (Variant typed :
        List.of(
            VariantArray.of(1).withElementType(type),
            VariantDictionary.builder().types(type, ElementType.UNTYPED).put(1, 2).build(),
            VariantDictionary.builder().types(ElementType.UNTYPED, type).put(1, 2).build())) {
      assertThatThrownBy(() -> way.codec().encode(typed))
          .isInstanceOf(InexpressibleVariantException.class);
    }
  }

  /** Or else it would agree with itself. */
  @ParameterizedTest
  @ValueSource(strings = {"ManualEdition", "ManualWriting", "ManualReading"})
  void usesNoCodecOfTheLibraryInReference(String name) throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/github/godotvariant/testkit/" + name + ".java"));
    assertThat(source)
        .doesNotContain("godotvariant.codec")
        .doesNotContain("godotvariant.dialect")
        .doesNotContain("godotvariant.internal");
  }

  @Test
  void coversEveryEdition() {
    assertThat(Arrays.stream(ManualEdition.values()).map(edition -> edition.dialect))
        .containsExactlyInAnyOrderElementsOf(
            Dialect.presets().stream()
                .map(Dialect::name)
                .filter(name -> name.startsWith("manual"))
                .toList());
  }

  private static void same(ManualWriting writing, byte[] bytes, Variant found, Variant expected) {
    assertThat(found).isEqualTo(expected);
    // Equal values may differ in bits that no comparison looks at.
    assertThat(hex(writing.write(found))).isEqualTo(hex(bytes));
  }

  private static Optional<Decoded> decode(VariantCodec codec, byte[] bytes) {
    try {
      return Optional.of(codec.decodePrefix(bytes));
    } catch (VariantException e) {
      return Optional.empty();
    }
  }

  private static byte[] damaged(byte[] bytes, SplittableRandom choice) {
    int length =
        switch (choice.nextInt(8)) {
          case 0, 1 -> bytes.length - choice.nextInt(1, 5); // padding, perhaps
          case 2 -> choice.nextInt(bytes.length + 9);
          default -> bytes.length;
        };
    byte[] damaged = Arrays.copyOf(bytes, length);
    for (int i = choice.nextInt(3); i > 0 && damaged.length >= 4; i--) {
      int at = choice.nextInt(damaged.length);
      int word = at / 4 * 4; // here the type, count or length is, if there is one
      switch (choice.nextInt(6)) {
        case 0 -> damaged[at] ^= (byte) (1 << choice.nextInt(8));
        case 1 -> damaged[at] = (byte) choice.nextInt(256);
        case 2, 3 -> damaged[word] = (byte) choice.nextInt(30);
        case 4 -> Arrays.fill(damaged, word, Math.min(word + 4, damaged.length), (byte) 0);
        default -> Arrays.fill(damaged, word, Math.min(word + 4, damaged.length), (byte) -1);
      }
    }
    return damaged;
  }

  /** The types that the page describes. */
  private static Set<VariantType> typesOf(Way way) {
    Set<VariantType> types = EnumSet.copyOf(ManualEdition.FIRST);
    types.addAll(way.edition().arrays());
    types.remove(VariantType.RID);
    if (!way.edition().objects) {
      types.remove(VariantType.OBJECT);
    }
    return types;
  }

  /** The forms in which it describes them. */
  private static Set<String> forms(Way way) {
    ManualEdition edition = way.edition();
    Set<String> forms = new TreeSet<>();
    if (edition.flags) {
      forms.addAll(Set.of("int of 32 bits", "float of 32 bits", "flags without a meaning"));
    }
    forms.add("int of 64 bits");
    forms.add(edition.floatBits == 32 ? "float of 32 bits" : "float of 64 bits");
    for (int padding = 0; padding < 4; padding++) {
      forms.add("padding of " + padding);
    }
    forms.addAll(
        Set.of("padding that is not zero", "shared container", "old NodePath", "new NodePath"));
    if (edition.objects) {
      forms.add("null object");
      forms.add(way.objects() == ObjectMode.FULL ? "full object" : "object id");
    }
    return forms;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
