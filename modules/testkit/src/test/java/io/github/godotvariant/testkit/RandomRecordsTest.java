package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.Typed;
import io.github.godotvariant.records.ValueAdapter;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomRecordsTest {
  private static final int ENOUGH = 400 * Integer.getInteger("laws", 1);

  private static <T> List<T> some(RandomRecords<T> random, int count) {
    List<T> all = new ArrayList<>();
    while (all.size() < count) {
      all.add(random.next());
    }
    return all;
  }

  private static <T> Set<String> distinct(
      List<T> records, Function<T, @Nullable Object> component) {
    Set<String> all = new HashSet<>();
    for (T record : records) {
      all.add(String.valueOf(component.apply(record)));
    }
    return all;
  }

  /** Returns instances that were read as they were written. */
  private static <T> List<T> roundTrips(Class<T> type) {
    return roundTrips(type, ENOUGH);
  }

  private static <T> List<T> roundTrips(Class<T> type, int count) {
    ValueCodec<T> codec = RecordCodec.of(type);
    List<T> records = some(RandomRecords.of(type, 2), count);
    records.forEach(record -> RoundTrip.check(codec, record));
    return records;
  }

  @GodotRecord
  record Numbers(
      boolean flag,
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      char c,
      Boolean bigFlag,
      Byte bigB,
      Short bigS,
      Integer bigI,
      Long bigL,
      Float bigF,
      Double bigD,
      Character bigC) {}

  @Test
  void generatesBoundariesOfNumbers() {
    roundTrips(Numbers.class);
    List<Numbers> records = some(RandomRecords.of(Numbers.class, 2), 1500);
    assertThat(distinct(records, Numbers::b)).contains("-128", "127", "0", "-1", "1");
    assertThat(distinct(records, Numbers::s)).contains("-32768", "32767", "0", "-1");
    assertThat(distinct(records, Numbers::i))
        .contains("" + Integer.MIN_VALUE, "" + Integer.MAX_VALUE, "0", "-1");
    assertThat(distinct(records, Numbers::l))
        .contains("" + Long.MIN_VALUE, "" + Long.MAX_VALUE, "0", "-1");
    assertThat(distinct(records, Numbers::f))
        .contains("0.0", "-0.0", "NaN", "Infinity", "-Infinity", "" + Float.MAX_VALUE, "1.4E-45");
    assertThat(distinct(records, Numbers::d))
        .contains("0.0", "-0.0", "NaN", "Infinity", "-Infinity", "" + Double.MAX_VALUE, "4.9E-324");
    assertThat(distinct(records, Numbers::bigFlag)).containsExactlyInAnyOrder("true", "false");
  }

  @GodotRecord
  record Texts(String text, @AsStringName String name, List<String> lines) {}

  @Test
  void generatesTextsOfAllKinds() {
    List<Texts> records = roundTrips(Texts.class);
    Set<String> texts = distinct(records, Texts::text);
    assertThat(texts).contains("");
    assertThat(texts).anyMatch(text -> text.codePoints().anyMatch(c -> c > 0xFFFF));
  }

  enum Team {
    RED,
    @Key("azure")
    BLUE
  }

  record Point(double x, double y) {}

  record Tint(float r, float g, float b, float a) {}

  record Cell(int x, int y, int z) {}

  @GodotRecord
  record Everything(
      Team team,
      @AsNumber Team number,
      @Typed List<Long> longs,
      Set<Double> doubles,
      Map<String, int[]> arrays,
      Map<Double, String> byNumber,
      Map<Point, Cell> byPoint,
      Map<Variant, Integer> byVariant,
      String[] words,
      int[][] grid,
      byte[] bytes,
      float[] floats,
      double[] reals,
      @Packed List<Vector2> track,
      @Packed String[] names,
      Optional<String> maybe,
      OptionalInt maybeInt,
      OptionalLong maybeLong,
      OptionalDouble maybeDouble,
      @Nullable String nullable,
      List<@Nullable String> nullables,
      @DefaultValue("7") int hp,
      Point point,
      Tint tint,
      Cell cell,
      Variant any,
      Vector2 vector,
      NodePath path,
      StringName name,
      VariantArray array,
      VariantDictionary dictionary,
      PackedVector3Array vectors,
      PackedArray packed,
      RealShape shape,
      Box<Point> box,
      Box<List<Integer>> listBox,
      @OtherKeys VariantDictionary rest) {}

  @GodotRecord
  record Box<T>(T content) {}

  @Test
  void generatesAllComponentTypes() {
    List<Everything> records = roundTrips(Everything.class, ENOUGH / 2);
    assertThat(distinct(records, Everything::team)).contains("RED", "BLUE");
    assertThat(distinct(records, Everything::nullable)).contains("null", "");
    assertThat(distinct(records, Everything::maybe)).contains("Optional.empty");
    assertThat(distinct(records, Everything::longs)).contains("[]");
    assertThat(distinct(records, Everything::rest)).contains("{}").hasSizeGreaterThan(100);
    assertThat(distinct(records, record -> record.any().type())).hasSizeGreaterThan(30);
  }

  @GodotRecord
  sealed interface Shape {
    @GodotRecord
    record Circle(double radius) implements Shape {}

    @GodotRecord
    @Key("group")
    record Group(Shape first, Shape second, List<Shape> others) implements Shape {}

    @GodotRecord
    record Moved(Shape shape, Point by) implements Shape {}

    @GodotRecord
    sealed interface Named extends Shape {
      @GodotRecord
      record Label(String text) implements Named {}
    }
  }

  @GodotRecord
  record Node(String name, @Nullable Node next, List<Node> children, Optional<Node> other) {}

  private static int depth(Node node) {
    int deepest = 0;
    List<Node> nodes = new ArrayList<>(node.children());
    node.other().ifPresent(nodes::add);
    if (node.next() != null) {
      nodes.add(node.next());
    }
    for (Node each : nodes) {
      deepest = Math.max(deepest, depth(each));
    }
    return deepest + 1;
  }

  @Test
  void boundsDepthOfRecursiveRecords() {
    assertThat(roundTrips(Node.class, ENOUGH / 2))
        .allMatch(node -> depth(node) < 12)
        .anyMatch(node -> depth(node) > 4);
  }

  @Test
  void generatesAllRecordsOfSealedInterface() {
    Set<Class<?>> classes = new HashSet<>();
    for (Shape shape : roundTrips(Shape.class)) {
      classes.add(shape.getClass());
    }
    assertThat(classes)
        .containsExactlyInAnyOrder(
            Shape.Circle.class, Shape.Group.class, Shape.Moved.class, Shape.Named.Label.class);
  }

  @Test
  void generatesSameInstancesForSameSeed() {
    List<Shape> shapes = some(RandomRecords.of(Shape.class, 5), 100);
    assertThat(some(RandomRecords.of(Shape.class, 5), 100)).isEqualTo(shapes);
    assertThat(some(RandomRecords.of(Shape.class, 6), 100)).isNotEqualTo(shapes);
  }

  @GodotRecord
  record Hero(int level, double health, String name, List<String> items, @Nullable String guild) {
    Hero {
      if (level < 1 || level > 100 || !(health >= 0 && health <= 1) || name.isBlank()) {
        throw new IllegalArgumentException("not a hero");
      }
      if (items.isEmpty() || items.size() > 3) {
        throw new IllegalStateException("too many items");
      }
      items = List.copyOf(items);
    }
  }

  @GodotRecord
  record Party(Hero leader, List<Hero> others) {}

  @Test
  void retriesValuesThatConstructorRejects() {
    List<Party> parties = some(RandomRecords.of(Party.class, 7), ENOUGH / 4);
    assertThat(distinct(parties, party -> party.leader().level())).hasSizeGreaterThan(20);
    assertThat(distinct(parties, party -> party.leader().health())).hasSizeGreaterThan(20);
    assertThat(distinct(parties, Party::others)).hasSizeGreaterThan(20);
    roundTrips(Hero.class, ENOUGH / 4);
  }

  @GodotRecord
  record Impossible(int value) {
    Impossible {
      throw new IllegalArgumentException("never");
    }
  }

  @GodotRecord
  record AroundImpossible(Impossible inside) {}

  @ParameterizedTest
  @ValueSource(classes = {Impossible.class, AroundImpossible.class})
  void reportsConstructorThatRejectsAllValues(Class<?> type) {
    RandomRecords<?> random = RandomRecords.of(type, 8);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(random::next)
        .withMessageStartingWith(
            "the constructor of "
                + Impossible.class.getName()
                + " rejected 1000 random instances; generate valid components with the method"
                + " with(). The last one was [")
        .withMessageEndingWith("]: java.lang.IllegalArgumentException: never")
        .withRootCauseInstanceOf(IllegalArgumentException.class);
  }

  record Even(int number) {
    Even {
      if (number % 2 != 0) {
        throw new IllegalArgumentException("odd");
      }
    }
  }

  @GodotRecord
  record Words(String word, List<String> more, Optional<Team> team) {}

  @Test
  void usesFunctionForComponentType() {
    RandomRecords<Words> random =
        RandomRecords.of(Words.class, 9)
            .with(String.class, numbers -> "word" + numbers.nextInt(3))
            .with(Team.class, numbers -> Team.BLUE);
    for (Words words : some(random, 200)) {
      assertThat(words.word()).matches("word[012]");
      assertThat(words.more()).allMatch(word -> word.matches("word[012]"));
      words.team().ifPresent(team -> assertThat(team).isEqualTo(Team.BLUE));
    }
  }

  @Test
  void throwsExceptionOfFunction() {
    RandomRecords<Words> random =
        RandomRecords.of(Words.class, 10)
            .with(
                String.class,
                numbers -> {
                  throw new UnsupportedOperationException("from the function");
                });
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(random::next)
        .withMessage("from the function");
  }

  @Test
  @SuppressWarnings("NullAway") // the null that the test is about
  void namesTypeOfFunctionThatReturnsNull() {
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(RandomRecords.of(Words.class, 10).with(String.class, numbers -> null)::next)
        .withMessage("the function for java.lang.String returned null");
  }

  @Test
  void acceptsRecordWithoutAnnotationWithLookup() {
    RandomRecords<Even> random = RandomRecords.of(MethodHandles.lookup(), Even.class, 11);
    assertThat(distinct(some(random, 100), Even::number))
        .hasSizeGreaterThan(20)
        .anyMatch(number -> number.startsWith("-"));
  }

  @GodotRecord
  record WithObjects(ObjectValue object) {}

  @Test
  void generatesFullObjects() {
    ValueCodec<WithObjects> codec =
        RecordCodec.of(WithObjects.class).with(VariantCodec.GODOT_4.withObjects(ObjectMode.FULL));
    for (WithObjects record : some(RandomRecords.of(WithObjects.class, 12), 100)) {
      RoundTrip.check(codec, record);
    }
  }

  @GodotRecord
  record WithType(ElementType type) {}

  private static final ResourceReference REFERENCE = ResourceReference.file("res://a.tres");

  @GodotRecord
  record WithReference(ResourceReference reference) {}

  @Test
  void rejectsUnsupportedTypes() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> RandomRecords.of(Even.class, 1))
        .withMessageContaining("has no @GodotRecord");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> RandomRecords.of(WithType.class, 1))
        .withMessageContaining("WithType.type");
    RandomRecords<WithReference> references = RandomRecords.of(WithReference.class, 1);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(references::next)
        .withMessage(
            "no random values of io.github.godotvariant.ResourceReference; generate them with the"
                + " method with()");
    assertThat(references.with(ResourceReference.class, numbers -> REFERENCE).next().reference())
        .isSameAs(REFERENCE);
  }

  interface TimeAdapter<S> extends ValueAdapter<Instant, S> {}

  /** Implements the interface of adapters indirectly. */
  static final class InstantAdapter implements TimeAdapter<Long> {
    @Override
    public Long toStored(Instant value) {
      return value.toEpochMilli();
    }

    @Override
    public Instant fromStored(Long stored) {
      return Instant.ofEpochMilli(stored);
    }
  }

  static final class UuidAdapter implements ValueAdapter<UUID, String> {
    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  @GodotRecord
  record Event(
      @AdaptedBy(InstantAdapter.class) Instant at,
      List<@AdaptedBy(InstantAdapter.class) Instant> others) {}

  @GodotRecord
  record Member(@AdaptedBy(UuidAdapter.class) UUID id) {}

  @Test
  void createsValuesWithAdapters() {
    List<Event> events = roundTrips(Event.class, 100);
    assertThat(distinct(events, Event::at)).hasSizeGreaterThan(20);
    assertThat(distinct(events, Event::others)).hasSizeGreaterThan(20);
    RandomRecords<Member> members = RandomRecords.of(Member.class, 13);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(members::next)
        .withMessageContaining(
            "UuidAdapter rejected 1000 random values; generate valid components with the method"
                + " with(). The last one was ");
    members.with(UUID.class, numbers -> new UUID(numbers.nextLong(), numbers.nextLong()));
    assertThat(distinct(some(members, 20), Member::id)).hasSize(20);
  }

  @GodotRecord
  record Collections(
      Collection<String> texts,
      Deque<Integer> queue,
      SortedSet<String> sorted,
      SortedMap<Integer, String> byNumber,
      List<Optional<String>> optionals) {}

  @Test
  void generatesAllCollections() {
    List<Collections> records = roundTrips(Collections.class, 100);
    assertThat(distinct(records, Collections::texts)).hasSizeGreaterThan(20);
    assertThat(distinct(records, Collections::queue)).hasSizeGreaterThan(20);
    assertThat(distinct(records, Collections::sorted)).hasSizeGreaterThan(20);
    assertThat(distinct(records, Collections::byNumber)).hasSizeGreaterThan(20);
    assertThat(distinct(records, Collections::optionals)).hasSizeGreaterThan(20);
  }

  @GodotRecord
  record Moved(Point by) {}

  @Test
  void usesFunctionForComponentsOfVectors() {
    RandomRecords<Moved> random =
        RandomRecords.of(Moved.class, 14).with(double.class, numbers -> 1.0 + numbers.nextInt(3));
    assertThat(some(random, 50)).allMatch(moved -> moved.by().x() >= 1 && moved.by().y() <= 3);
  }
}
