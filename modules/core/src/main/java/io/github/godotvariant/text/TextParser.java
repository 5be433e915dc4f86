package io.github.godotvariant.text;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.convert.Coercion;
import io.github.godotvariant.internal.BasisOrder;
import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.PathNames;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.values.ReadBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses values in the engine's notation. A stack of frames in this object contains the open
 * containers, so that deep nesting does not overflow the stack of the thread. The class has more
 * than 500 lines because the methods for all types use the same frames and position.
 */
final class TextParser extends TextInput {
  private static final String ID_HOLDER = "EncodedObjectAsID";
  private static final int MAX_COMPONENTS = 16;

  /**
   * The bytes that count against the memory limit for each number in a value that is converted to a
   * declared type.
   */
  private static final long NUMBER_COST = 8;

  /**
   * The kinds of containers, with the bytes that each element, pair or property counts against the
   * memory limit.
   */
  private enum ContainerKind {
    ARRAY(']', ReadBudget.ELEMENT),
    DICTIONARY('}', ReadBudget.PAIR),
    OBJECT(')', ReadBudget.PROPERTY);

    final char close;
    final int elementCost;

    ContainerKind(char close, int elementCost) {
      this.close = close;
      this.elementCost = elementCost;
    }
  }

  /** A container that is being read. */
  private static final class Frame {
    final ContainerKind kind;
    final String className;
    final ElementType type;
    final ElementType valueType;

    /** Whether the container has declared types. A parenthesis then follows the closing bracket. */
    final boolean isTyped;

    /** The keys of pairs or the names of properties. */
    final List<Variant> keys = new ArrayList<>();

    final List<Variant> values = new ArrayList<>();

    /**
     * For messages, the position at which the current key, value or element starts. Set only if the
     * container is typed.
     */
    TextSource.Mark start = TextSource.START;

    /** Whether the next value is the key of a pair. */
    boolean isAtKey;

    /** Whether a pair or property was just read, so that a separator or the end is next. */
    boolean isAfterPair;

    Frame(ContainerKind kind, String className) {
      this.kind = kind;
      this.className = className;
      this.type = ElementType.UNTYPED;
      this.valueType = ElementType.UNTYPED;
      this.isTyped = false;
    }

    Frame(ContainerKind kind, ElementType type, ElementType valueType) {
      this.kind = kind;
      this.className = "";
      this.type = type;
      this.valueType = valueType;
      this.isTyped = true;
    }
  }

  private final boolean usesDoubles;
  private final List<Frame> frames = new ArrayList<>();

  private final KeyRule keyRule;

  TextParser(
      TextSource source,
      boolean isGodot3,
      ReadLimits limits,
      boolean usesDoubles,
      KeyRule keyRule) {
    super(source, isGodot3, limits);
    this.keyRule = keyRule;
    this.usesDoubles = usesDoubles;
  }

  /** Reads a value. Only blanks and comments can follow the value. */
  Variant parseWhole() throws IOException {
    Variant value = parseValue();
    if (skipBlanks() != END) {
      throw expected("the end of the text after the value");
    }
    return value;
  }

  /**
   * Reads a path up to the end of the text. Keys in brackets are values in the engine's notation.
   */
  VariantPath parsePath() throws IOException {
    startValue();
    List<Variant> steps = new ArrayList<>();
    if (peek() == '$') {
      skip();
    } else if (PathNames.isWord(peek())) {
      steps.add(readName());
    }
    while (peek() != END) {
      if (peek() == '.') {
        skip();
        steps.add(readName());
      } else if (peek() == '[') {
        skip();
        charge(1, ReadBudget.OBJECT);
        steps.add(readValue());
        expect(']');
      } else {
        throw expected("'.' or '['");
      }
    }
    return VariantPath.of(steps);
  }

  private Variant readName() throws IOException {
    StringBuilder name = new StringBuilder();
    while (PathNames.isWord(peek())) {
      name.append((char) peek());
      checkLength(name);
      skip();
    }
    if (name.length() == 0) {
      throw expected("a name");
    }
    charge(1, ReadBudget.OBJECT);
    return StringValue.of(chargeText(name));
  }

  /** Skips blanks and comments, and returns whether more text follows. */
  boolean hasMore() throws IOException {
    return skipBlanks() != END;
  }

  /** Reads a value. The text after the value is not checked. */
  Variant parseValue() throws IOException {
    startValue();
    return readValue();
  }

  private Variant readValue() throws IOException {
    while (true) {
      Variant value = begin();
      while (value != null && !frames.isEmpty()) {
        add(value);
        value = continueContainer();
      }
      if (value != null) {
        return value;
      }
    }
  }

  /**
   * Reads a value that contains no other values, and returns it. If the value contains other
   * values, opens the container and returns null. The first value inside the container must then be
   * read next.
   */
  private @Nullable Variant begin() throws IOException {
    int c = skipBlanks();
    Frame outer = frames.isEmpty() ? null : frames.get(frames.size() - 1);
    if (outer != null && outer.isTyped) {
      outer.start = mark();
    }
    if (c == '"') {
      return readString();
    }
    if (startsNumber(c)) {
      readNumber();
      return isInt ? IntValue.of(intValue) : FloatValue.of(floatValue);
    }
    if (startsWord(c)) {
      return readWordValue();
    }
    if (c == '[') {
      skip();
      return open(new Frame(ContainerKind.ARRAY, ""));
    }
    if (c == '{') {
      skip();
      return open(new Frame(ContainerKind.DICTIONARY, ""));
    }
    if (c == '#') {
      skip();
      int[] parts = readColor();
      return new Color(parts[0] / 255f, parts[1] / 255f, parts[2] / 255f, parts[3] / 255f);
    }
    if ((c == '&' || c == '@') && !isGodot3) {
      skip();
      if (peek() != '"') {
        throw expected("a text in quotes");
      }
      return StringName.of(readQuoted());
    }
    throw expected("a value");
  }

  private @Nullable Variant open(Frame frame) throws IOException {
    frames.add(frame);
    charge(0, ReadBudget.CONTAINER);
    if (accept(frame.kind.close)) {
      return finish();
    }
    checkDepth(frames.size());
    prepare(frame);
    return null;
  }

  /**
   * Counts the next element, pair or property against the limits. For a property, also reads the
   * name and the colon.
   */
  private void prepare(Frame frame) throws IOException {
    frame.isAfterPair = false;
    charge(1, frame.kind.elementCost);
    frame.isAtKey = frame.kind == ContainerKind.DICTIONARY;
    if (frame.kind == ContainerKind.OBJECT) {
      frame.keys.add(readString());
      expect(':');
    }
  }

  private void add(Variant value) {
    Frame frame = frames.get(frames.size() - 1);
    if (frame.isAtKey) {
      frame.keys.add(convertToDeclared(frame, frame.type, "key", value));
    } else if (frame.kind == ContainerKind.DICTIONARY) {
      frame.values.add(convertToDeclared(frame, frame.valueType, "value", value));
    } else {
      frame.values.add(convertToDeclared(frame, frame.type, "element", value));
    }
  }

  /** Converts a value to the type that its container declares for keys, values or elements. */
  private Variant convertToDeclared(Frame frame, ElementType type, String part, Variant value) {
    if (type.accepts(value)) {
      return value;
    }
    chargeConversion(type.builtin(), value);
    Optional<Variant> element = Coercion.ENGINE.to(type.builtin(), value);
    if (element.isEmpty()) {
      String actual = value instanceof FloatValue ? value.toString() : value.type().godotName();
      String expected =
          type.kind() == ElementType.Kind.SCRIPT ? "Object" : MessageText.excerpt(type.toString());
      throw malformed(part + " has to be " + expected + " but is " + actual, frame.start);
    }
    return usesDoubles ? element.get() : Coercion.toSingles(element.get());
  }

  /**
   * Counts the memory for the result of a conversion, and for temporary objects, against the
   * limits.
   */
  private void chargeConversion(VariantType type, Variant value) {
    charge(0, ReadBudget.OBJECT + NUMBER_COST * type.components().size());
    if (value instanceof StringValue text && type == VariantType.NODE_PATH) {
      chargeNodePath(text.value());
    } else if (value instanceof NodePath path && type == VariantType.STRING) {
      charge(0, ReadBudget.STRING + characters(path.names()) + characters(path.subnames()));
    } else if (value instanceof PackedArray packed && type == VariantType.ARRAY) {
      charge(packed.size(), (long) packed.size() * ReadBudget.ELEMENT);
    } else if (value instanceof VariantArray list && type.elementType().isPresent()) {
      VariantType elementType = type.elementType().get();
      charge(0, NUMBER_COST * list.size());
      list.forEach(element -> chargeConversion(elementType, element));
    }
  }

  /** Returns the number of {@code char}s in all names, with one separator for each name. */
  private static long characters(List<String> names) {
    return names.stream().mapToLong(name -> name.length() + 1L).sum();
  }

  /**
   * Reads the text after a value inside the innermost container, up to the next value or the end of
   * the container.
   *
   * @return the container if it has ended; null if another value must be read next
   */
  private @Nullable Variant continueContainer() throws IOException {
    Frame frame = frames.get(frames.size() - 1);
    if (frame.isAtKey) {
      expect(':');
      frame.isAtKey = false;
      return null;
    }
    frame.isAfterPair = frame.kind != ContainerKind.ARRAY;
    if (accept(frame.kind.close)) {
      return finish();
    }
    if (!accept(',')) {
      throw expected("',' or '" + frame.kind.close + "'");
    }
    if (accept(frame.kind.close)) {
      return finish();
    }
    prepare(frame);
    return null;
  }

  private Variant finish() throws IOException {
    Frame frame = frames.remove(frames.size() - 1);
    if (frame.isTyped) {
      expect(')');
    }
    Variant[] values = frame.values.toArray(new Variant[0]);
    return switch (frame.kind) {
      case ARRAY -> VALUES.array(values, frame.type);
      case DICTIONARY -> dictionary(frame, values);
      case OBJECT -> object(frame);
    };
  }

  private Variant dictionary(Frame frame, Variant[] values) {
    try {
      return texts.dictionary(
          frame.keys.toArray(new Variant[0]), values, frame.type, frame.valueType, keyRule);
    } catch (VariantLimitException e) {
      throw limitExceeded(e.problem());
    }
  }

  /**
   * Creates an object from a frame. If the object has the form in which the engine prints an
   * instance id, creates an {@link ObjectIdValue}.
   */
  private static Variant object(Frame frame) {
    List<ObjectValue.Property> properties = new ArrayList<>(frame.values.size());
    for (int i = 0; i < frame.values.size(); i++) {
      properties.add(new ObjectValue.Property(frame.keys.get(i).asString(), frame.values.get(i)));
    }
    ObjectValue object = new ObjectValue(frame.className, properties);
    boolean holdsId =
        frame.className.equals(ID_HOLDER)
            && properties.size() == 2
            && properties.get(1).name().equals("script")
            && properties.get(1).value().isNil();
    Optional<Variant> id = holdsId ? object.property("object_id") : Optional.empty();
    return id.isPresent() && id.get() instanceof IntValue number && number.value() != 0
        ? new ObjectIdValue(number.value())
        : object;
  }

  private @Nullable Variant readWordValue() throws IOException {
    String name = readWord();
    Keyword word = Keyword.of(name, isGodot3);
    if (word == null) {
      throw malformed(
          "a value cannot begin with the word " + MessageText.excerpt(name), name.length());
    }
    if (word.kind() == Keyword.Kind.CONSTANT) {
      return constantOf(name);
    }
    if (word.kind() == Keyword.Kind.ARRAY || word.kind() == Keyword.Kind.DICTIONARY) {
      return openTyped(
          word.kind() == Keyword.Kind.ARRAY ? ContainerKind.ARRAY : ContainerKind.DICTIONARY);
    }
    expect('(');
    return switch (word.kind()) {
      case SHAPE -> readShape(word.type(), name);
      case PACKED -> readPacked(word.type());
      case PACKED_STRINGS -> readStrings();
      case PATH -> readPath(readQuoted());
      case RID -> readRid();
      case EMPTY -> readEmpty(word.type());
      case REFERENCE -> readReference(word);
      default -> openObject();
    };
  }

  private static Variant constantOf(String name) {
    return switch (name) {
      case "true" -> BoolValue.of(true);
      case "false" -> BoolValue.of(false);
      case "null", "nil" -> Variant.NIL;
      default -> FloatValue.of(numberOf(name));
    };
  }

  /** Returns the number that a word represents, or 0 if the word is not a number. */
  private static double numberOf(String name) {
    return switch (name) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "inf_neg" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> 0;
    };
  }

  /** Reads a number in parentheses, which can be a word such as {@code inf}. */
  private void readArgument() throws IOException {
    int c = skipBlanks();
    if (startsNumber(c)) {
      readNumber();
      return;
    }
    if (!startsWord(c)) {
      throw expected("a number");
    }
    String name = readNumberWord();
    isInt = false;
    floatValue = numberOf(name);
    if (floatValue == 0) {
      throw malformedNumber("expected a number, not " + MessageText.excerpt(name));
    }
  }

  /**
   * Reads a comma or the closing parenthesis, and returns whether another number follows. There is
   * no comma before the first number.
   */
  private boolean hasNext(boolean isFirst) throws IOException {
    if (accept(')')) {
      return false;
    }
    if (!isFirst && !accept(',')) {
      throw expected("',' or ')'");
    }
    return true;
  }

  private float numberAsFloat() {
    return isInt ? (float) intValue : Reals.narrow(floatValue);
  }

  private double numberAsDouble() {
    return isInt ? (double) intValue : floatValue;
  }

  /** Returns the last number as an integer, after its fraction is cut off. */
  private long numberAsLong(Range range) {
    long value = isInt ? intValue : (long) floatValue;
    boolean isInRange = isInt || Reals.fitsLong(floatValue);
    if (!isInRange || !range.contains(value)) {
      String bits = range.equals(Range.OF_64_BITS) ? "64 bits" : "32 bits";
      throw malformedNumber("number out of the range of " + (range.least() < 0 ? bits : "a byte"));
    }
    return value;
  }

  private Variant readShape(VariantType type, String name) throws IOException {
    Range range = type.range().orElse(null);
    boolean isSingle = !usesDoubles || type == VariantType.COLOR;
    int needed = type.components().size();
    double[] components = new double[needed];
    int count = 0;
    while (hasNext(count == 0)) {
      if (count == MAX_COMPONENTS) {
        throw malformed("too many components of " + name);
      }
      readArgument();
      double number =
          range != null
              ? numberAsLong(range)
              : isSingle ? Reals.widen(numberAsFloat()) : numberAsDouble();
      if (count < needed) {
        components[BasisOrder.transposedIndex(needed, count)] = number;
      }
      count++;
    }
    charge(0, ReadBudget.OBJECT + (range != null ? 4L : 8L) * count);
    if (count != needed) {
      throw malformed(name + " has " + needed + " components, not " + count, 1);
    }
    return Shape.of(type, components);
  }

  private Variant readPacked(VariantType type) throws IOException {
    charge(0, ReadBudget.OBJECT);
    if (type == VariantType.PACKED_BYTE_ARRAY && !isGodot3 && skipBlanks() == '"') {
      return readBase64();
    }
    Range range = type.range().orElse(null);
    int width =
        switch (type) {
          case PACKED_BYTE_ARRAY -> 1;
          case PACKED_INT32_ARRAY, PACKED_FLOAT32_ARRAY, PACKED_COLOR_ARRAY -> 4;
          case PACKED_INT64_ARRAY, PACKED_FLOAT64_ARRAY -> 8;
          default -> usesDoubles ? 8 : 4;
        };
    NumberBuffer numbers = new NumberBuffer(width);
    boolean isFirst = true;
    while (hasNext(isFirst)) {
      isFirst = false;
      readArgument();
      charge(1, width);
      if (numbers.isFull()) {
        throw limitExceeded("packed array longer than 2 GiB");
      }
      if (range != null) {
        numbers.add(numberAsLong(range));
      } else if (width == 8) {
        numbers.add(numberAsDouble());
      } else {
        numbers.add(numberAsFloat());
      }
    }
    int dimensions = type.elementType().orElseThrow().components().size();
    if (dimensions > 0 && numbers.size() % dimensions != 0) {
      throw malformed(numbers.size() + " numbers do not make vectors of " + dimensions, 1);
    }
    return numbers.array(type);
  }

  private Variant readBase64() throws IOException {
    String text = readQuoted();
    charge(0, text.length());
    try {
      if (text.length() % 4 != 0) {
        throw malformed("bytes in Base64 take a multiple of 4 characters", 1);
      }
      byte[] bytes = Base64.getDecoder().decode(text);
      expect(')');
      return PackedByteArray.unsafeWrap(bytes);
    } catch (IllegalArgumentException e) {
      throw malformed("bytes are not in Base64", 1);
    }
  }

  /**
   * Reads the strings of a packed array. This is the only list in parentheses that may end with a
   * comma.
   */
  private Variant readStrings() throws IOException {
    List<String> strings = new ArrayList<>();
    charge(0, ReadBudget.OBJECT);
    while (!accept(')')) {
      strings.add(readQuoted());
      charge(1, 8);
      if (!accept(',') && skipBlanks() != ')') {
        throw expected("',' or ')'");
      }
    }
    return PackedStringArray.unsafeWrap(strings.toArray(new String[0]));
  }

  private Variant readPath(String text) throws IOException {
    expect(')');
    chargeNodePath(text);
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      throw malformed("a node path has an empty name between colons", 1);
    }
  }

  private Variant readRid() throws IOException {
    if (accept(')')) {
      return new RID(0);
    }
    readArgument();
    RID rid = new RID(numberAsLong(Range.OF_64_BITS));
    expect(')');
    return rid;
  }

  private Variant readEmpty(VariantType type) throws IOException {
    expect(')');
    return type == VariantType.SIGNAL ? new Signal("", 0) : CallableValue.EMPTY;
  }

  private ResourceReference readReference(Keyword word) throws IOException {
    List<Variant> arguments = new ArrayList<>();
    charge(0, ReadBudget.OBJECT);
    do {
      if (startsNumber(skipBlanks())) {
        readNumber();
        if (!isInt) {
          throw malformedNumber("a resource has no number with a point");
        }
        arguments.add(IntValue.of(intValue));
      } else {
        arguments.add(readString());
      }
    } while (arguments.size() < 2 && accept(','));
    expect(')');
    ResourceReference.Kind kind = word.reference();
    return new ResourceReference(kind == null ? ResourceReference.Kind.FILE : kind, arguments);
  }

  private @Nullable Variant openObject() throws IOException {
    if (!startsWord(skipBlanks())) {
      throw expected("the name of a class");
    }
    String className = readWord();
    charge(0, ReadBudget.STRING + className.length());
    expect(',');
    return open(new Frame(ContainerKind.OBJECT, className));
  }

  private @Nullable Variant openTyped(ContainerKind kind) throws IOException {
    expect('[');
    ElementType type = readElementType();
    ElementType valueType = ElementType.UNTYPED;
    if (kind == ContainerKind.DICTIONARY) {
      expect(',');
      valueType = readElementType();
    }
    expect(']');
    expect('(');
    expect(kind == ContainerKind.ARRAY ? '[' : '{');
    return open(new Frame(kind, type, valueType));
  }

  private ElementType readElementType() throws IOException {
    if (!startsWord(skipBlanks())) {
      throw expected("a type");
    }
    String name = readWord();
    charge(0, ReadBudget.STRING + name.length());
    Keyword word = Keyword.of(name, false);
    if (word != null && word.kind() == Keyword.Kind.REFERENCE) {
      if (word.reference() == ResourceReference.Kind.FILE && skipBlanks() != '(') {
        return ElementType.ofClass(name);
      }
      expect('(');
      return ElementType.ofScript(scriptPath(readReference(word)));
    }
    return name.equals(ElementType.UNTYPED.toString())
        ? ElementType.UNTYPED
        : VariantType.find(name).map(ElementType::of).orElseGet(() -> ElementType.ofClass(name));
  }

  /** Returns the path of a script. If the reference has only the unique id, returns this id. */
  private String scriptPath(ResourceReference reference) {
    Variant last = reference.arguments().get(reference.arguments().size() - 1);
    Variant first = reference.arguments().get(0);
    if (reference.kind() != ResourceReference.Kind.FILE
        || !(first instanceof StringValue one)
        || !(last instanceof StringValue two)) {
      throw malformed("an element type is the file of a script or the name of a type", 1);
    }
    return two.value().startsWith("uid://") ? one.value() : two.value();
  }

  @Override
  String path() {
    PathBuilder path = new PathBuilder("$");
    for (int i = 0; i < frames.size() && !path.isEnded(); i++) {
      Frame frame = frames.get(i);
      int index = frame.values.size() - (frame.isAfterPair ? 1 : 0);
      if (frame.kind == ContainerKind.ARRAY) {
        path.index(index);
      } else if (frame.keys.size() <= index) {
        path.unread(frame.kind == ContainerKind.OBJECT ? "property" : "key", index);
      } else if (frame.kind == ContainerKind.OBJECT) {
        path.name(frame.keys.get(index).asString());
      } else if (frame.isAtKey) {
        path.unread("key", index);
      } else {
        path.value(frame.keys.get(index), index);
      }
    }
    return path.toString();
  }
}
