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
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
 * Exchanges native JSON with Godot 4. The engine reads JSON of this library by {@code
 * JSON.to_native(JSON.parse_string(text))}. This library reads the result of {@code
 * JSON.stringify(JSON.from_native(value))}. The settings are those of {@link Exchange}.
 *
 * <p>Native JSON loses the following values, which the tests do not compare exactly:
 *
 * <table>
 * <tr><th></th><th>the engine reads this library</th><th>this library reads the engine</th></tr>
 * <tr><td>RID, Signal</td><td colspan="2">empty</td></tr>
 * <tr><td>NaN</td><td>no payload</td><td>no payload and no sign</td></tr>
 * <tr><td>64-bit numbers and components</td><td>at most one in thirty differs, by a small
 * amount</td><td>14 decimals</td></tr>
 * <tr><td>32-bit components</td><td>exact</td><td>no negative zero; with full precision exact,
 * without it 15 digits and 32 decimals</td></tr>
 * <tr><td>a vertical tab</td><td>exact</td><td>malformed for both</td></tr>
 * <tr><td>element type Object without a class</td><td colspan="2">class Object</td></tr>
 * <tr><td>element type of a missing script</td><td>null</td><td>class Object</td></tr>
 * <tr><td>NodePath that differs from the NodePath of its text</td><td>null</td><td>another path or
 * none</td></tr>
 * </table>
 *
 * <p>The tests also compare the result of the engine for JSON of this library with its result for
 * its own JSON, written with full precision. If the own JSON restores the value, the JSON of this
 * library restores it too. Otherwise, each part equals the part of the value or of the own result,
 * or is a 64-bit number with at most the same error. The exception is a NodePath that differs from
 * the NodePath of its text: it is null in JSON of this library, and another path in the own JSON.
 */
class NativeJsonTest {
  private Release release = Release.GODOT_4;
  private NativeJson json = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);
  private VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
  private NativeJsonLosses form = new NativeJsonLosses(RealPrecision.SINGLE);

  private static final double DECIMALS = 1e-14;
  private static final double SMALLEST_WRITTEN = 1e-31;
  private static final double SMALLEST_READ = 1e-290;

  /** The engine's text for a vertical tab. It is not valid JSON, and the engine rejects it too. */
  private static final String INVALID_ESCAPE = "\\v";

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
  void exchangesVectors(Release other) throws IOException {
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

  /** Continues until the engine's own JSON has restored {@link Exchange#VALUES} values. */
  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_4", "GODOT_4_DOUBLE"})
  void exchangesRandomValues(Release other) throws IOException {
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

  /** The objects have default or changed properties. */
  @Test
  void createsObjectsOfVectorsInEngine() throws IOException {
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
    Files.write(in.resolve("texts.bin"), LiveEngine.pieces(texts));
    for (String script : new String[] {"scripted_ref.gd", "scripted_resource.gd"}) {
      try (InputStream its = NativeJsonTest.class.getResourceAsStream(script)) {
        Files.copy(Objects.requireNonNull(its), folder.resolve(script));
      }
    }
    ProcessResult process = engine.run(folder, "native_json.gd");
    List<byte[]> read = LiveEngine.pieces(folder.resolve("out/read.bin"));
    assertThat(read).as(process.toString()).hasSameSizeAs(values);
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
    // With 64 bits, more values contain a number that the engine cannot read from any digits.
    assertThat(exact).isGreaterThan(values * (release == Release.GODOT_4_DOUBLE ? 5 : 6) / 10);
    assertThat(compared).isGreaterThan(values);
    assertThat(closeReals).isLessThanOrEqualTo(reals / 30);
  }

  private void exchange(List<Variant> values, Path place) throws IOException {
    LiveEngine engine = Engines.of(release);
    Path in = Files.createDirectory(place.resolve("in"));
    Files.write(
        in.resolve("values.bin"), LiveEngine.pieces(values.stream().map(codec::encode).toList()));
    List<byte[]> texts = new ArrayList<>();
    for (Variant value : values) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      json.write(value, text);
      texts.add(text.toByteArray());
    }
    Files.write(in.resolve("texts.bin"), LiveEngine.pieces(texts));
    ProcessResult process = engine.run(place, "native_json.gd");
    List<byte[]> read = LiveEngine.pieces(place.resolve("out/read.bin"));
    List<byte[]> written = LiveEngine.pieces(place.resolve("out/written.bin"));
    List<byte[]> again = LiveEngine.pieces(place.resolve("out/again.bin"));
    assertThat(read).as(process.toString()).hasSameSizeAs(values);
    assertThat(written).as(process.toString()).hasSize(2 * values.size());
    assertThat(again).as(process.toString()).hasSameSizeAs(values);
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
        || isAsGood(value, codec.decode(ours), codec.decode(itsOwn))) {
      asItsOwn++;
    } else {
      fail(value + "\n is " + codec.decode(ours) + "\n its own " + codec.decode(itsOwn));
    }
  }

  /**
   * Compares results of the engine for JSON of this library and for its own JSON. If the own result
   * has fewer parts because rounded keys became equal, only the numbers of parts are compared.
   */
  private boolean isAsGood(Variant value, Variant ours, Variant itsOwn) {
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
                  && expected.get(i) instanceof Real reference
                  && others.get(i) instanceof Real b
                  && distance(a, reference) <= distance(b, reference));
    }
    return no;
  }

  private static double distance(Real a, Real b) {
    return Math.abs(a.value() - b.value());
  }

  /** Compares the values, unless rounding can make keys of dictionaries equal. */
  private void readByUs(Variant value, byte[] text, BiPredicate<Object, Object> sameParts) {
    if (hasKeyWithNumbers(value)
        || NativeJsonLosses.has(value, NodePath.class)
        || NativeJsonLosses.hasLostType(value)
        || text(text).contains(INVALID_ESCAPE)) {
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

  /** Returns the first parts that differ, as text, or an empty string. */
  private static String difference(
      List<Object> expected, List<Object> actual, BiPredicate<Object, Object> sameParts) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      if (!sameParts.test(expected.get(i), actual.get(i))) {
        return expected.get(i) + " and " + actual.get(i);
      }
    }
    return expected.size() == actual.size() ? "" : expected.size() + " and " + actual.size();
  }

  /** Returns whether a key contains numbers, which the engine rounds. */
  private boolean hasKeyWithNumbers(Variant value) {
    if (value instanceof VariantArray array) {
      return array.stream().anyMatch(this::hasKeyWithNumbers);
    } else if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().anyMatch(this::containsNumbers)
          || dictionary.values().stream().anyMatch(this::hasKeyWithNumbers);
    }
    return false;
  }

  private boolean containsNumbers(Variant key) {
    return form.parts(key).stream()
        .anyMatch(part -> part instanceof Real || part instanceof Single);
  }

  private void fail(String message) {
    failures.add(Exchange.cut(message));
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
