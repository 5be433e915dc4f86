package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.engines.NativeJsonLosses.Real;
import io.github.godotvariant.engines.NativeJsonLosses.Single;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Native JSON exchanged with Godot 4: it reads ours as {@code
 * JSON.to_native(JSON.parse_string(text))}, and we read what {@code
 * JSON.stringify(JSON.from_native(value))} makes. Settings as for all exchanges, see {@link
 * Exchange}.
 *
 * <p>What the form itself cannot carry, and is left out of the comparison:
 *
 * <table>
 * <tr><th></th><th>the engine reads ours</th><th>we read the engine's</th></tr>
 * <tr><td>RID, Signal</td><td colspan="2">empty</td></tr>
 * <tr><td>NaN</td><td>no payload</td><td>no payload and no sign</td></tr>
 * <tr><td>64-bit numbers and components</td><td>at most one in thirty is another one close to it</td><td>14
 * decimals</td></tr>
 * <tr><td>32-bit components</td><td>exact</td><td>no negative zero; with full precision exact,
 * without it 15 digits and 32 decimals</td></tr>
 * <tr><td>a vertical tab</td><td>exact</td><td>neither does the engine</td></tr>
 * <tr><td>element type Object without a class</td><td colspan="2">class Object</td></tr>
 * <tr><td>element type of a script that is not there</td><td>null</td><td>class Object</td></tr>
 * <tr><td>NodePath that its text is not</td><td>null</td><td>another path or none</td></tr>
 * </table>
 *
 * <p>And what the engine reads from our JSON is compared with what it reads from its own, written
 * with full precision. A value that its own brings back, ours brings back. Otherwise each part is
 * the value's, or as in its own, or a 64-bit number no farther off. Only a NodePath that its text
 * is not is null from ours and another path from its own.
 */
class NativeJsonTest {
  private Release release = Release.GODOT_4;
  private NativeJson json = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);
  private VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
  private NativeJsonLosses form = new NativeJsonLosses(RealPrecision.SINGLE);

  private static final double DECIMALS = 1e-14;
  private static final double SMALLEST_WRITTEN = 1e-31;
  private static final double SMALLEST_READ = 1e-290;

  /**
   * What the engine writes for a vertical tab: it is no JSON, and the engine refuses it as well.
   */
  private static final String NO_ESCAPE = "\\v";

  private static final int SHOWN_FAILURES = 3;

  @TempDir Path folder;

  private final List<String> failures = new ArrayList<>();
  private int exact;
  private int compared;
  private int reals;
  private int closeReals;
  private int broughtBack;
  private int lost;
  private int asItsOwn;
  private int beyondText;

  private void use(Release other) {
    RealPrecision precision = other.codec().dialect().realPrecision();
    release = other;
    json = NativeJson.GODOT_4.withObjects(ObjectMode.FULL).withRealPrecision(precision);
    codec = other.codec().withObjects(ObjectMode.FULL);
    form = new NativeJsonLosses(precision);
  }

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_4", "GODOT_4_DOUBLE"})
  void vectorsBothWays(Release other) throws IOException {
    use(other);
    List<Variant> values =
        Vectors.golden(release.version()).stream()
            .map(Vectors.Golden::decoded)
            .filter(value -> !NativeJsonLosses.hasObject(value))
            .toList();
    assertThat(values).hasSizeGreaterThan(400);
    exchange(values, folder);
    report("vectors", values.size());
    assertThat(broughtBack).isGreaterThan(500);
  }

  /** As many as it takes to have all those values that the engine's own JSON brings back. */
  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_4", "GODOT_4_DOUBLE"})
  void randomValuesBothWays(Release other) throws IOException {
    use(other);
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    int count = 0;
    while (broughtBack < Exchange.VALUES) {
      List<Variant> values = new ArrayList<>();
      while (values.size() < Math.min(Exchange.BATCH, Exchange.VALUES)) {
        values.add(random.next());
      }
      exchange(values, Files.createDirectory(folder.resolve("from" + count)));
      count += values.size();
    }
    report("random values", count);
  }

  /** Objects with the properties that they have anyway, or that are changed. */
  @Test
  void theEngineMakesTheObjectsOfTheVectors() throws IOException {
    List<Variant> values = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden("4.6")) {
      Variant value = codec.decode(vector.bytes());
      if (vector.objects() == ObjectMode.FULL && NativeJsonLosses.hasObject(value)) {
        values.add(value);
      }
    }
    LiveEngine engine = Engines.of(Release.GODOT_4);
    Path in = Files.createDirectory(folder.resolve("in"));
    Files.write(in.resolve("values.bin"), new byte[0]);
    List<byte[]> texts =
        values.stream().map(it -> json.write(it).getBytes(StandardCharsets.UTF_8)).toList();
    Files.write(in.resolve("texts.bin"), framed(texts));
    for (String script : new String[] {"scripted_ref.gd", "scripted_resource.gd"}) {
      try (InputStream its = NativeJsonTest.class.getResourceAsStream(script)) {
        Files.copy(Objects.requireNonNull(its), folder.resolve(script));
      }
    }
    Ending ending = engine.run(folder, "native_json.gd");
    List<byte[]> read = pieces(folder.resolve("out/read.bin"));
    assertThat(read).as(ending.toString()).hasSameSizeAs(values);
    int same = 0;
    for (int i = 0; i < values.size(); i++) {
      Variant value = values.get(i);
      if (!NativeJsonLosses.hasLostType(value)) {
        assertThat(read.get(i))
            .as(() -> text(json.write(value).getBytes(StandardCharsets.UTF_8)))
            .isEqualTo(codec.encode(form.asRead(value)));
        same++;
      }
    }
    System.out.printf("native JSON: %d values with objects, %d the same%n", values.size(), same);
    assertThat(same).isGreaterThan(18);
  }

  private void report(String what, int values) {
    System.out.printf(
        "%s, native JSON: %d %s (seed %d), %d of them the engine has again byte for byte; of %d 64-bit"
            + " numbers %d are close; of its own texts %d compared; %d of %d values that its own text"
            + " brings back, %d others no worse, %d with paths beyond text; %d differences%n",
        Engines.of(release),
        values,
        what,
        Exchange.SEED,
        exact,
        reals,
        closeReals,
        compared,
        broughtBack,
        broughtBack + lost,
        asItsOwn,
        beyondText,
        failures.size());
    assertThat(failures.stream().limit(SHOWN_FAILURES)).isEmpty();
    // With 64 bits, more values have a number that no digits bring the engine to.
    assertThat(exact).isGreaterThan(values * (release == Release.GODOT_4_DOUBLE ? 5 : 6) / 10);
    assertThat(compared).isGreaterThan(values);
    assertThat(closeReals).isLessThanOrEqualTo(reals / 30);
  }

  private void exchange(List<Variant> values, Path place) throws IOException {
    LiveEngine engine = Engines.of(release);
    Path in = Files.createDirectory(place.resolve("in"));
    Files.write(in.resolve("values.bin"), framed(values.stream().map(codec::encode).toList()));
    List<byte[]> texts = new ArrayList<>();
    for (Variant value : values) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      json.write(value, text);
      texts.add(text.toByteArray());
    }
    Files.write(in.resolve("texts.bin"), framed(texts));
    Ending ending = engine.run(place, "native_json.gd");
    List<byte[]> read = pieces(place.resolve("out/read.bin"));
    List<byte[]> written = pieces(place.resolve("out/written.bin"));
    List<byte[]> again = pieces(place.resolve("out/again.bin"));
    assertThat(read).as(ending.toString()).hasSameSizeAs(values);
    assertThat(written).as(ending.toString()).hasSize(2 * values.size());
    assertThat(again).as(ending.toString()).hasSameSizeAs(values);
    for (int i = 0; i < values.size(); i++) {
      Variant value = values.get(i);
      readByEngine(value, read.get(i), texts.get(i));
      readAsItsOwn(value, read.get(i), again.get(i));
      readByUs(value, written.get(2 * i), NativeJsonTest::isWritten);
      readByUs(value, written.get(2 * i + 1), NativeJsonTest::isWrittenInFull);
    }
  }

  private void readByEngine(Variant value, byte[] engines, byte[] text) {
    if (Arrays.equals(engines, codec.encode(value))) {
      exact++;
    }
    Variant expected = form.asRead(value);
    if (Arrays.equals(engines, codec.encode(expected))) {
      reals += (int) form.parts(expected).stream().filter(Real.class::isInstance).count();
      return;
    }
    Variant actual = codec.decode(engines);
    String difference = difference(form.parts(expected), form.parts(actual), this::isRead);
    if (!difference.isEmpty()) {
      fail(difference + ": the engine reads " + text(text) + "\n as " + actual);
    }
  }

  private boolean isRead(Object expected, Object actual) {
    if (!(expected instanceof Real a && actual instanceof Real b)) {
      return expected.equals(actual);
    }
    reals++;
    if (a.equals(b)) {
      return true;
    }
    closeReals++;
    return Math.abs(a.value() - b.value()) <= Math.max(8 * Math.ulp(a.value()), SMALLEST_READ);
  }

  private void readAsItsOwn(Variant value, byte[] ours, byte[] itsOwn) {
    byte[] bytes = codec.encode(value);
    if (Arrays.equals(itsOwn, bytes)) {
      if (Arrays.equals(ours, bytes)) {
        broughtBack++;
      } else {
        lost++;
        fail("ours does not bring back " + value + "\n but " + codec.decode(ours));
      }
    } else if (NativeJsonLosses.hasPathBeyondText(value)) {
      beyondText++;
    } else if (Arrays.equals(ours, itsOwn)
        || isNoWorse(value, codec.decode(ours), codec.decode(itsOwn))) {
      asItsOwn++;
    } else {
      fail(value + "\n is " + codec.decode(ours) + "\n its own " + codec.decode(itsOwn));
    }
  }

  /**
   * Where keys that the engine rounds became the same, there are no parts to compare with: ours
   * must have as many, and is compared with the value alone.
   */
  private boolean isNoWorse(Variant value, Variant ours, Variant itsOwn) {
    List<Object> expected = form.parts(value);
    List<Object> actual = form.parts(ours);
    List<Object> others = form.parts(itsOwn);
    if (others.size() < expected.size()) {
      return actual.size() >= others.size();
    }
    boolean no = actual.size() == expected.size();
    for (int i = 0; no && i < expected.size(); i++) {
      Object part = actual.get(i);
      no =
          part.equals(expected.get(i))
              || part.equals(others.get(i))
              || (part instanceof Real a
                  && expected.get(i) instanceof Real wanted
                  && others.get(i) instanceof Real b
                  && distance(a, wanted) <= distance(b, wanted));
    }
    return no;
  }

  private static double distance(Real a, Real b) {
    return Math.abs(a.value() - b.value());
  }

  /** Compares, unless keys of dictionaries can have become the same. */
  private void readByUs(Variant value, byte[] text, BiPredicate<Object, Object> sameParts) {
    if (hasDoubtfulKey(value)
        || NativeJsonLosses.has(value, NodePath.class)
        || NativeJsonLosses.hasLostType(value)
        || text(text).contains(NO_ESCAPE)) {
      return;
    }
    compared++;
    try {
      Variant actual = json.read(text(text));
      String difference = difference(form.parts(form.asRead(value)), form.parts(actual), sameParts);
      if (!difference.isEmpty()) {
        fail(difference + ": we read " + text(text) + "\n as " + actual);
      }
    } catch (VariantException e) {
      fail("we do not read " + text(text) + ": " + e);
    }
  }

  private static boolean isWritten(Object expected, Object actual) {
    if (expected instanceof Single a && actual instanceof Single b) {
      return isClose(a.value(), b.value(), SMALLEST_WRITTEN);
    }
    return isWrittenInFull(expected, actual);
  }

  private static boolean isWrittenInFull(Object expected, Object actual) {
    if (expected instanceof Real a && actual instanceof Real b) {
      return isClose(a.value(), b.value(), DECIMALS);
    } else if (expected instanceof Single a && actual instanceof Single b) {
      return a.value() == b.value() || Float.isNaN(a.value()) && Float.isNaN(b.value());
    }
    return expected.equals(actual);
  }

  private static boolean isClose(double a, double b, double least) {
    return a == b
        || Double.isNaN(a) && Double.isNaN(b)
        || Math.abs(a - b) <= Math.max(least, Math.abs(a) * DECIMALS);
  }

  /** The first parts that differ, as text, or empty. */
  private static String difference(
      List<Object> expected, List<Object> actual, BiPredicate<Object, Object> sameParts) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      if (!sameParts.test(expected.get(i), actual.get(i))) {
        return expected.get(i) + " and " + actual.get(i);
      }
    }
    return expected.size() == actual.size() ? "" : expected.size() + " and " + actual.size();
  }

  /** A key with numbers in it, which the engine rounds. */
  private boolean hasDoubtfulKey(Variant value) {
    if (value instanceof VariantArray array) {
      return array.stream().anyMatch(this::hasDoubtfulKey);
    } else if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().anyMatch(this::isDoubtful)
          || dictionary.values().stream().anyMatch(this::hasDoubtfulKey);
    }
    return false;
  }

  private boolean isDoubtful(Variant key) {
    return form.parts(key).stream()
        .anyMatch(part -> part instanceof Real || part instanceof Single);
  }

  private void fail(String message) {
    failures.add(Exchange.cut(message));
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] framed(List<byte[]> pieces) {
    ByteBuffer all =
        ByteBuffer.allocate(pieces.stream().mapToInt(piece -> 4 + piece.length).sum())
            .order(ByteOrder.LITTLE_ENDIAN);
    pieces.forEach(piece -> all.putInt(piece.length).put(piece));
    return all.array();
  }

  private static List<byte[]> pieces(Path file) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<byte[]> pieces = new ArrayList<>();
    while (all.hasRemaining()) {
      byte[] piece = new byte[all.getInt()];
      all.get(piece);
      pieces.add(piece);
    }
    return pieces;
  }
}
