package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.ClassNames;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Converts values of one release for another, and compares what that engine reads. */
class ConvertedValuesTest {
  private static final Conversion FORTH = Conversion.from(Dialect.GODOT_3).to(Dialect.GODOT_4);
  private static final Conversion BACK = Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3);

  private static Conversion lenient(Conversion conversion) {
    return conversion.withPolicy(ConversionPolicy.DOWNGRADE);
  }

  /** The engine creates an object for an id, and the object has another id. */
  private static boolean holdsId(Variant value) {
    return Parts.any(value, part -> part instanceof ObjectIdValue);
  }

  /** Godot 3 does not restore absolute paths without names. */
  private static boolean holdsSlash(Variant value) {
    return Parts.any(
        value, part -> part instanceof NodePath p && p.isAbsolute() && p.names().isEmpty());
  }

  /** Lets the engine read and write values, which must give the bytes of the library. */
  private static int readBy(LiveEngine engine, List<Variant> values) {
    VariantCodec codec = engine.codec();
    List<EchoResult> answers = engine.echo(values.stream().map(codec::encode).toList(), 1);
    assertThat(answers).hasSameSizeAs(values);
    for (int i = 0; i < values.size(); i++) {
      Variant value = values.get(i);
      EchoResult answer = answers.get(i);
      assertThat(answer.crash()).isEmpty();
      if (holdsId(value)) {
        assertThat(answer.bytes()).isNotEmpty();
        continue;
      }
      assertThat(Exchange.same(codec, codec.encode(value), answer.bytes()))
          .as(() -> "%s%n%s".formatted(value, Exchange.hex(answer.bytes())))
          .isTrue();
      assertThat(answer.value()).isEqualTo(value);
    }
    System.out.printf("%s: %d converted values read%n", engine, values.size());
    return values.size();
  }

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_3_6", "GODOT_3"})
  void convertsVectorsOfGodot3ToGodot4(Release release) {
    List<Variant> values = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden(release == Release.GODOT_3_6 ? "3.6" : "3.2")) {
      if (vector.objects() == ObjectMode.IDS) {
        // With the policy FAIL nothing is lost.
        values.add(FORTH.convert(VariantCodec.GODOT_3.decode(vector.bytes())).value());
      }
    }
    assertThat(readBy(Engines.of(Release.GODOT_4), values)).isGreaterThan(200);
  }

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_3_6", "GODOT_3"})
  void convertsVectorsOfGodot4ToGodot3(Release release) {
    List<Variant> values = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden("4.6")) {
      if (vector.objects() == ObjectMode.IDS) {
        Variant value = VariantCodec.GODOT_4.decode(vector.bytes());
        Variant converted = lenient(BACK).convert(value).value();
        if (!holdsSlash(converted) && !(release == Release.GODOT_3 && LostKeys.in(converted))) {
          values.add(converted);
        }
      }
    }
    assertThat(readBy(Engines.of(release), values)).isGreaterThan(400);
  }

  @Test
  void convertsRandomValuesOfGodot3ToGodot4AndBack() {
    LiveEngine engine = Engines.of(Release.GODOT_4);
    VariantCodec codec = engine.codec();
    Exchange exchange = new Exchange(engine);
    RandomVariants random = RandomVariants.of(Dialect.GODOT_3, Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<Variant> values = new ArrayList<>();
      while (values.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        Variant value = random.next();
        // For example lone surrogates, and equal dictionaries as keys.
        if (lenient(FORTH).convert(value).isLossless()) {
          values.add(value);
        }
      }
      List<EchoResult> answers =
          engine.echo(
              values.stream().map(value -> codec.encode(FORTH.convert(value).value())).toList(),
              Exchange.SAMPLE);
      for (int i = 0; i < values.size(); i++) {
        EchoResult answer = answers.get(i);
        exchange.count(answer);
        Variant back =
            answer.bytes().length == 0
                ? Variant.NIL
                : BACK.convert(codec.decode(answer.bytes())).value();
        if (!back.equals(values.get(i))
            || (answer.isSample() && !answer.value().equals(values.get(i)))) {
          exchange.differs(Exchange.cut(values.get(i)) + "\n  came back as " + Exchange.cut(back));
        }
      }
    }
    exchange.report("values of Godot 3 through Godot 4");
  }

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_3_6", "GODOT_3"})
  void convertsRandomValuesOfGodot4ToGodot3(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    Exchange exchange = new Exchange(engine);
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<Variant> values = new ArrayList<>();
      while (values.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        Variant value = lenient(BACK).convert(random.next()).value();
        if (!holdsSlash(value) && !(release == Release.GODOT_3 && LostKeys.in(value))) {
          values.add(value);
        }
      }
      List<EchoResult> answers =
          engine.echo(values.stream().map(codec::encode).toList(), Exchange.SAMPLE);
      for (int i = 0; i < values.size(); i++) {
        EchoResult answer = answers.get(i);
        exchange.count(answer);
        if (!Exchange.same(codec, codec.encode(values.get(i)), answer.bytes())
            || (answer.isSample() && !answer.value().equals(values.get(i)))) {
          exchange.differs(
              Exchange.cut(values.get(i)) + "\n  engine " + Exchange.hex(answer.bytes()));
        }
      }
    }
    exchange.report("values of Godot 4 for Godot 3");
  }

  /** Returns the objects that the engine created from our bytes; nil if it created none. */
  private static List<Variant> made(LiveEngine engine, List<Variant> objects) {
    VariantCodec codec = engine.codec().withObjects(ObjectMode.FULL);
    return engine.echoObjects(objects.stream().map(codec::encode).toList()).stream()
        .map(answer -> answer.bytes().length == 0 ? Variant.NIL : codec.decode(answer.bytes()))
        .toList();
  }

  private static ObjectValue object(String className) {
    return new ObjectValue(className, List.of(new ObjectValue.Property("script", Variant.NIL)));
  }

  private static void makesRenamedClasses(Release release, Conversion conversion) {
    List<Variant> objects = new ArrayList<>();
    conversion.names().reversed().classes().values().forEach(old -> objects.add(object(old)));
    List<Variant> converted =
        objects.stream().map(value -> conversion.convert(value).value()).toList();
    List<Variant> made = made(Engines.of(release), converted);
    List<String> notMade = new ArrayList<>();
    for (int i = 0; i < made.size(); i++) {
      String wanted = converted.get(i).as(ObjectValue.class).className();
      if (!(made.get(i) instanceof ObjectValue object) || !object.className().equals(wanted)) {
        notMade.add(wanted + " " + Exchange.cut(made.get(i)));
      }
    }
    System.out.printf(
        "%s: %d objects of renamed classes%n", Engines.of(release), made.size() - notMade.size());
    assertThat(notMade).isEmpty();
    assertThat(made).hasSizeGreaterThan(100);
  }

  @Test
  void createsObjectsOfRenamedClassesInEngine() {
    makesRenamedClasses(Release.GODOT_4, FORTH);
    makesRenamedClasses(Release.GODOT_3_6, BACK);
  }

  /** Some classes can be missing in the engine with double precision, which is a small build. */
  @ParameterizedTest
  @EnumSource(value = Release.class, mode = EnumSource.Mode.EXCLUDE, names = "GODOT_4_DOUBLE")
  void createsObjectsOfVectorsInEngine(Release release) {
    boolean forth = release == Release.GODOT_4;
    Conversion conversion = lenient(forth ? FORTH : BACK);
    VariantCodec reader = VariantCodec.of(conversion.from()).withObjects(ObjectMode.FULL);
    List<Variant> values = new ArrayList<>();
    for (Vectors.Golden vector : Vectors.golden(forth ? "3.6" : "4.6")) {
      if (vector.objects() == ObjectMode.FULL) {
        values.add(conversion.convert(reader.decode(vector.bytes())).value());
      }
    }
    List<Variant> made = made(Engines.of(release), values);
    for (int i = 0; i < values.size(); i++) {
      assertThat(made.get(i).getClass())
          .as("%s", values.get(i))
          .isEqualTo(values.get(i).getClass());
      if (made.get(i) instanceof ObjectValue object) {
        assertThat(object.className()).isEqualTo(values.get(i).as(ObjectValue.class).className());
      }
    }
    System.out.printf("%s: %d values with objects%n", Engines.of(release), values.size());
    assertThat(values).hasSizeGreaterThan(5);
  }

  /** Returns another value of the same type, if that is simple. */
  private static Variant other(Variant value) {
    if (value instanceof BoolValue bool) {
      return BoolValue.of(!bool.value());
    } else if (value instanceof FloatValue) {
      // Engines store some properties in 32 bits, so the number must be exact.
      return FloatValue.of(0.75);
    } else if (value instanceof Vector2) {
      return new Vector2(3, 4);
    } else if (value instanceof Vector3) {
      return new Vector3(3, 4, 5);
    }
    return value;
  }

  @Test
  void keepsValuesOfRenamedProperties() {
    LiveEngine old = Engines.of(Release.GODOT_3_6);
    LiveEngine now = Engines.of(Release.GODOT_4);
    List<Variant> classes = new ArrayList<>();
    FORTH.names().properties().keySet().forEach(name -> classes.add(object(name)));
    Map<String, ObjectValue> changed = new LinkedHashMap<>();
    for (Variant made : made(old, classes)) {
      ObjectValue object = made.as(ObjectValue.class);
      List<ObjectValue.Property> properties = new ArrayList<>();
      for (ObjectValue.Property property : object.properties()) {
        String renamed = FORTH.names().property(object.className(), property.name());
        if (!renamed.equals(property.name()) && !property.value().isNil()) {
          properties.add(new ObjectValue.Property(property.name(), other(property.value())));
        }
      }
      changed.put(object.className(), new ObjectValue(object.className(), properties));
    }
    List<Variant> values = List.copyOf(changed.values());
    List<Variant> forth =
        made(now, values.stream().map(value -> FORTH.convert(value).value()).toList());
    List<Variant> back =
        made(old, forth.stream().map(value -> lenient(BACK).convert(value).value()).toList());
    int compared = 0;
    for (int i = 0; i < values.size(); i++) {
      ObjectValue object = values.get(i).as(ObjectValue.class);
      for (ObjectValue.Property property : object.properties()) {
        String name = FORTH.names().property(object.className(), property.name());
        assertThat(forth.get(i).as(ObjectValue.class).property(name))
            .as("%s.%s", object.className(), property.name())
            .contains(property.value());
        assertThat(back.get(i).as(ObjectValue.class).property(property.name()))
            .as("%s.%s back", object.className(), property.name())
            .contains(property.value());
        compared++;
      }
    }
    System.out.printf("%s and %s: %d renamed properties%n", old, now, compared);
    assertThat(compared).isGreaterThan(25);
  }

  /** The stored lists of names equal those of these engines. */
  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_3_6", "GODOT_4"})
  void findsRenamedClassesInEngine(Release release, @TempDir Path folder) throws Exception {
    LiveEngine engine = Engines.of(release);
    assertThat(engine.run(folder, "classes.gd").isSuccess()).isTrue();
    List<String> classes = Files.readAllLines(folder.resolve("out/classes.tsv"));
    ClassNames names =
        release == Release.GODOT_4 ? ClassNames.GODOT_4_TO_3 : ClassNames.GODOT_3_TO_4;
    assertThat(classes)
        .containsAll(names.classes().keySet().stream().map(name -> name + "\ttrue").toList());
  }
}
