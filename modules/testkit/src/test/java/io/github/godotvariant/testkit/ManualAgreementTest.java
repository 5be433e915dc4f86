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
  private static final int DAMAGED_COPIES = 10;

  /** An edition with one precision and one object mode. */
  record Setup(ManualEdition edition, RealPrecision precision, ObjectMode objects) {
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

    /** Returns a value of each type in turn for odd numbers, and of any type for even numbers. */
    Variant value(RandomVariants random, int i) {
      List<VariantType> types = random.types();
      return i % 2 == 0 ? random.next() : random.next(types.get(i / 2 % types.size()));
    }
  }

  static List<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (ManualEdition edition : ManualEdition.values()) {
      for (RealPrecision precision : RealPrecision.values()) {
        setups.add(new Setup(edition, precision, ObjectMode.IDS));
        if (edition.objects) {
          setups.add(new Setup(edition, precision, ObjectMode.FULL));
        }
      }
    }
    return setups;
  }

  @ParameterizedTest
  @MethodSource("setups")
  void writesSameBytesAndReadsSameValues(Setup setup) {
    VariantCodec codec = setup.codec();
    RandomVariants random = RandomVariants.withObjects(setup.dialect(), SEED, setup.objects());
    ManualWriting writing = new ManualWriting(setup.edition(), setup.doubles(), () -> false);
    for (int i = 0; i < VALUES; i++) {
      Variant value = setup.value(random, i);
      byte[] bytes = writing.write(value);
      assertThat(hex(codec.encode(value))).as("%s", value).isEqualTo(hex(bytes));
      check(writing, bytes, codec.decode(bytes), value);
      ManualReading.Read read = setup.read(bytes).orElseThrow();
      assertThat(read.length()).isEqualTo(bytes.length);
      check(writing, bytes, read.value(), value);
    }
    assertThat(writing.types).isEqualTo(typesOf(setup));
    Set<String> forms = forms(setup);
    forms.removeAll(
        Set.of(
            "flags without a meaning",
            "padding that is not zero",
            "shared container",
            "old NodePath",
            "null object"));
    assertThat(writing.forms).isEqualTo(forms);
  }

  /** The forms include all that the page allows, also those that the codec does not write. */
  @ParameterizedTest
  @MethodSource("setups")
  void readsSameValuesOfAllForms(Setup setup) {
    VariantCodec codec = setup.codec();
    RandomVariants random = RandomVariants.withObjects(setup.dialect(), SEED + 1, setup.objects());
    SplittableRandom choice = new SplittableRandom(SEED);
    ManualWriting writing = new ManualWriting(setup.edition(), setup.doubles(), () -> false);
    ManualWriting unusual =
        new ManualWriting(setup.edition(), setup.doubles(), () -> choice.nextInt(3) == 0);
    for (int i = 0; i < VALUES; i++) {
      Variant value = setup.value(random, i);
      byte[] bytes = unusual.write(value);
      check(writing, writing.write(value), codec.decode(bytes), value);
      ManualReading.Read read = setup.read(bytes).orElseThrow();
      assertThat(read.length()).isEqualTo(bytes.length);
      check(writing, writing.write(value), read.value(), value);
    }
    assertThat(unusual.types).isEqualTo(typesOf(setup));
    assertThat(unusual.forms).isEqualTo(forms(setup));
  }

  /** Damaged bytes decode to the same value, or both reject them. */
  @ParameterizedTest
  @MethodSource("setups")
  void rejectsSameBytes(Setup setup) {
    VariantCodec codec = setup.codec();
    RandomVariants random = RandomVariants.withObjects(setup.dialect(), SEED + 2, setup.objects());
    SplittableRandom choice = new SplittableRandom(SEED);
    ManualWriting writing = new ManualWriting(setup.edition(), setup.doubles(), () -> false);
    ManualWriting unusual =
        new ManualWriting(setup.edition(), setup.doubles(), () -> choice.nextInt(5) == 0);
    int rejected = 0;
    for (int i = 0; i < VALUES; i++) {
      byte[] bytes = unusual.write(setup.value(random, i));
      for (int j = 0; j < DAMAGED_COPIES; j++) {
        byte[] damaged = damaged(bytes, choice);
        Optional<ManualReading.Read> read = setup.read(damaged);
        Optional<Decoded> decoded = decode(codec, damaged);
        assertThat(decoded.isPresent()).as(hex(damaged)).isEqualTo(read.isPresent());
        if (read.isEmpty()) {
          rejected++;
        } else {
          assertThat(decoded.get().length()).as(hex(damaged)).isEqualTo(read.get().length());
          byte[] same = writing.write(read.get().value());
          check(writing, same, decoded.get().value(), read.get().value());
        }
      }
    }
    assertThat(rejected).isBetween(DAMAGED_COPIES * VALUES / 4, DAMAGED_COPIES * VALUES * 3 / 4);
  }

  /** 64-bit components, also where the dialect writes 32 bits. */
  @ParameterizedTest
  @MethodSource("setups")
  void roundsComponentsAlike(Setup setup) {
    Dialect doubles = setup.dialect().withRealPrecision(RealPrecision.DOUBLE);
    RandomVariants random = RandomVariants.withObjects(doubles, SEED + 3, setup.objects());
    ManualWriting writing = new ManualWriting(setup.edition(), setup.doubles(), () -> false);
    VariantCodec codec = setup.codec();
    for (int i = 0; i < VALUES; i++) {
      Variant value = setup.value(random, i);
      byte[] encoded;
      try {
        encoded = codec.encode(value);
      } catch (InexpressibleVariantException e) {
        // The manual permits equal keys. The codec rejects keys that engines would merge.
        assertThat(e.problem()).contains("once it is rounded to 32 bits");
        continue;
      }
      assertThat(hex(encoded)).as("%s", value).isEqualTo(hex(writing.write(value)));
    }
  }

  /** Engines change these strings. The page does not mention this. */
  @ParameterizedTest
  @MethodSource("setups")
  void keepsStringsThatEnginesChange(Setup setup) {
    Variant texts = VariantArray.of("\uFEFF", "\uFEFFa", "\0", "a\0b", "a\0", "\0\0\0\0");
    ManualWriting writing = new ManualWriting(setup.edition(), setup.doubles(), () -> false);
    byte[] bytes = writing.write(texts);
    assertThat(hex(setup.codec().encode(texts))).isEqualTo(hex(bytes));
    assertThat(setup.codec().decode(bytes)).isEqualTo(texts);
    assertThat(setup.read(bytes).orElseThrow().value()).isEqualTo(texts);
  }

  /** No edition has typed containers. */
  @ParameterizedTest
  @MethodSource("setups")
  void rejectsTypedContainers(Setup setup) {
    ElementType type = ElementType.of(VariantType.INT);
    for (Variant typed :
        List.of(
            VariantArray.of(1).withElementType(type),
            VariantDictionary.builder().types(type, ElementType.UNTYPED).put(1, 2).build(),
            VariantDictionary.builder().types(ElementType.UNTYPED, type).put(1, 2).build())) {
      assertThatThrownBy(() -> setup.codec().encode(typed))
          .isInstanceOf(InexpressibleVariantException.class);
    }
  }

  /** The reference must be independent of the library. */
  @ParameterizedTest
  @ValueSource(strings = {"ManualEdition", "ManualWriting", "ManualReading"})
  void doesNotUseLibraryInReference(String name) throws IOException {
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

  private static void check(ManualWriting writing, byte[] bytes, Variant found, Variant expected) {
    assertThat(found).isEqualTo(expected);
    // Equal values can differ in bits that equals ignores.
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
          case 0, 1 -> bytes.length - choice.nextInt(1, 5); // can remove padding
          case 2 -> choice.nextInt(bytes.length + 9);
          default -> bytes.length;
        };
    byte[] damaged = Arrays.copyOf(bytes, length);
    for (int i = choice.nextInt(3); i > 0 && damaged.length >= 4; i--) {
      int at = choice.nextInt(damaged.length);
      int word = at / 4 * 4; // the position of a type, count or length
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

  /** Returns the types that the page describes. */
  private static Set<VariantType> typesOf(Setup setup) {
    Set<VariantType> types = EnumSet.copyOf(ManualEdition.FIRST);
    types.addAll(setup.edition().arrays());
    types.remove(VariantType.RID);
    if (!setup.edition().objects) {
      types.remove(VariantType.OBJECT);
    }
    return types;
  }

  /** Returns the forms that the page describes. */
  private static Set<String> forms(Setup setup) {
    ManualEdition edition = setup.edition();
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
      forms.add(setup.objects() == ObjectMode.FULL ? "full object" : "object id");
    }
    return forms;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
