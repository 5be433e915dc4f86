package io.github.godotvariant.json;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.values.RecentTexts;
import io.github.godotvariant.json.NativeNode.Items;
import io.github.godotvariant.json.NativeNode.Member;
import io.github.godotvariant.json.NativeNode.StringRole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads a value in the engine's format, with an explicit stack for containers. The members of an
 * object can have any order. The engine sorts them, so it writes the type last, after the content.
 * The class has more than 500 lines because the members of all types share the state of one token
 * stream.
 */
final class NativeReader {
  /** The class of an object that has only an id. */
  static final String OBJECT_ID_CLASS = "EncodedObjectAsID";

  static final String OBJECT_ID_PROPERTY = "object_id";
  private static final String SCRIPT_FOLDER = "res://";

  /** The number of digits of the largest 64-bit integer. */
  private static final int MAX_INTEGER_LENGTH = 19;

  private static final int NUMBER_COST = 8;

  private final JsonInput in;
  private final JsonParser parser;
  private final boolean fullObjects;
  private final KeyRule keyRule;
  private final RecentTexts texts = new RecentTexts();
  private final Deque<NativeNode> nodes = new ArrayDeque<>();

  /**
   * The complete list whose strings are being parsed, because the type of the list is known only at
   * the end of its object; null at other times.
   */
  private @Nullable Items reinterpreted;

  /** The index of the element of {@link #reinterpreted} that is being parsed. */
  private int index;

  NativeReader(JsonInput in, boolean fullObjects, KeyRule keyRule) {
    this.keyRule = keyRule;
    this.in = in;
    this.parser = in.parser();
    this.fullObjects = fullObjects;
  }

  /** Reads the value at the current token. */
  Variant read() {
    Variant value = begin(in.currentToken());
    while (value == null || !nodes.isEmpty()) {
      if (value != null) {
        add(value);
      }
      value = step(nodes.getFirst(), in.nextToken());
    }
    return value;
  }

  /** Returns the value of the first token, or null if the token starts a container. */
  private @Nullable Variant begin(JsonToken token) {
    return switch (token) {
      case START_OBJECT, START_ARRAY -> push(token == JsonToken.START_ARRAY);
      case VALUE_STRING -> parseValue();
      default -> constant(token);
    };
  }

  private @Nullable Variant push(boolean isPlain) {
    int depth = nodes.size();
    in.checkDepth(depth);
    in.charge(0, ReadBudget.OPEN_CONTAINER);
    nodes.push(new NativeNode(depth, isPlain));
    return null;
  }

  private Variant constant(JsonToken token) {
    return switch (token) {
      case VALUE_NULL -> Variant.NIL;
      case VALUE_TRUE -> BoolValue.of(true);
      case VALUE_FALSE -> BoolValue.of(false);
      default -> throw numberWithoutPrefix();
    };
  }

  private MalformedTextException numberWithoutPrefix() {
    return in.malformed("a number without a prefix is not a value; write \"i:1\" or \"f:1.0\"");
  }

  /** Processes a token. Returns the value that the token completes, or null. */
  private @Nullable Variant step(NativeNode node, JsonToken token) {
    Items items = node.items;
    if (items != null) {
      return readElement(node, items, token);
    } else if (token == JsonToken.END_OBJECT) {
      Variant value = createObject(node);
      nodes.pop();
      return value;
    }
    readMember(node);
    return null;
  }

  /**
   * Reads a member of a JSON object. Of {@code args} and {@code props}, reads only the start of the
   * array.
   */
  private void readMember(NativeNode node) {
    String name = in.readString();
    Member member = Member.find(name);
    if (member == null) {
      throw in.malformed("unknown member " + JsonOutput.quoted(name));
    } else if (node.has(member)) {
      throw in.malformed("member twice");
    }
    JsonToken token = in.nextToken();
    node.put(
        member,
        switch (member) {
          case ARGS, PROPS -> beginList(node, member, token);
          case NAMES, SUBNAMES -> readTexts(token);
          case ABSOLUTE -> readBool(token);
          case ID, OBJECT_ID -> readId(token);
          default -> readText(token);
        });
  }

  private Items beginList(NativeNode node, Member member, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw in.malformed(member + " is not an array");
    }
    Items items = new Items(role(node, member));
    node.items = items;
    return items;
  }

  private static StringRole role(NativeNode node, Member member) {
    if (member == Member.PROPS) {
      return StringRole.PROPERTIES;
    }
    String type = node.text(Member.TYPE);
    return VariantType.ARRAY.godotName().equals(type)
            || VariantType.DICTIONARY.godotName().equals(type)
        ? StringRole.VALUES
        : StringRole.UNKNOWN;
  }

  private String readText(JsonToken token) {
    if (token != JsonToken.VALUE_STRING) {
      throw in.malformed("not a string");
    }
    char[] text = in.readCharacters();
    int from = parser.getStringOffset();
    return texts.string(text, from, from + parser.getStringLength()).value();
  }

  private Boolean readBool(JsonToken token) {
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw in.malformed("not true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private Long readId(JsonToken token) {
    Long id = parseInteger(readText(token));
    if (id == null) {
      throw in.malformed("not an integer of 64 bits in a string");
    }
    return id;
  }

  private List<String> readTexts(JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw in.malformed("not an array of strings");
    }
    List<String> texts = new ArrayList<>();
    for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
      in.charge(1, ReadBudget.OPEN_ELEMENT);
      texts.add(readText(next));
    }
    return texts;
  }

  private void add(Variant value) {
    Items items = nodes.getFirst().items;
    if (items == null || items.numbers != null) {
      throw in.malformed("numbers and other values in one list");
    }
    in.charge(1, ReadBudget.OPEN_ELEMENT);
    items.values.add(value);
  }

  private @Nullable Variant readElement(NativeNode node, Items items, JsonToken token) {
    switch (token) {
      case END_ARRAY -> {
        if (!node.isPlain()) {
          node.items = null;
          return null;
        }
        checkElements(node, items);
        nodes.pop();
        return VALUES.array(items.values.toArray(), ElementType.UNTYPED);
      }
      case START_OBJECT, START_ARRAY -> {
        return push(token == JsonToken.START_ARRAY);
      }
      case VALUE_STRING -> addString(items);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> addNumber(items, token);
      default -> {
        if (token == JsonToken.VALUE_NULL && items.numbers != null) {
          // The engine writes null for NaN, which JSON does not have.
          addNumber(items.numbers, Double.NaN);
        } else {
          add(constant(token));
        }
      }
    }
    return null;
  }

  private void addString(Items items) {
    if (items.numbers != null) {
      addNumber(items.numbers, in.readString());
    } else if (items.role == StringRole.VALUES
        || (items.role == StringRole.PROPERTIES && items.values.size() % 2 == 1)) {
      add(parseValue());
    } else {
      add(StringValue.of(in.readString()));
    }
  }

  private void addNumber(Items items, JsonToken token) {
    NumberList numbers = items.role == StringRole.UNKNOWN ? toNumbers(items) : items.numbers;
    if (numbers == null) {
      throw numberWithoutPrefix();
    }
    in.charge(1, NUMBER_COST);
    if (token == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = parser.getLongValue();
      if (value != 0 || parser.getStringLength() == 1) {
        numbers.add(value);
        return;
      }
    }
    double value = in.readDouble();
    in.chargeFloat();
    char[] text = parser.getStringCharacters();
    numbers.add(
        value == 0 ? zero(value) : value, text, parser.getStringOffset(), parser.getStringLength());
  }

  /**
   * Returns the exact number for a text that Jackson reads as zero: a zero with its sign, or NaN
   * for notations such as {@code 0e400}.
   */
  private double zero(double value) {
    String text = parser.getString();
    return RealNumbers.orNan(text.charAt(0) == '-' ? -0.0 : value, text);
  }

  private void addNumber(NumberList numbers, double value) {
    in.charge(1, NUMBER_COST);
    numbers.add(value);
  }

  private void addNumber(NumberList numbers, String text) {
    Long integer = parseInteger(text);
    if (integer != null) {
      in.charge(1, NUMBER_COST);
      numbers.add(integer);
      return;
    }
    Double real = RealNumbers.parse(text);
    if (real == null) {
      throw malformed("a string that is not a number in a list of numbers");
    }
    in.charge(1, NUMBER_COST);
    if (RealNumbers.isNumber(text)) {
      numbers.add(real, text.toCharArray(), 0, text.length());
    } else {
      numbers.add(real);
    }
  }

  /**
   * Converts the elements of a list to numbers. Each element must be a string that contains a
   * number, or null for NaN.
   */
  private NumberList toNumbers(Items items) {
    NumberList numbers = items.numbers;
    if (numbers == null) {
      numbers = new NumberList();
      reinterpreted = items;
      for (index = 0; index < items.values.size(); index++) {
        Variant value = items.values.get(index);
        if (value instanceof StringValue text) {
          addNumber(numbers, text.value());
        } else if (value.isNil()) {
          addNumber(numbers, Double.NaN);
        } else {
          throw malformed("numbers and other values in one list");
        }
      }
      reinterpreted = null;
      items.values = List.of();
      items.numbers = numbers;
    }
    return numbers;
  }

  private static @Nullable Long parseInteger(String text) {
    return parseInteger(text.toCharArray(), 0, text.length());
  }

  /** Parses a 64-bit decimal integer; returns null for other text and for negative zero. */
  private static @Nullable Long parseInteger(char[] text, int from, int to) {
    boolean isNegative = from < to && text[from] == '-';
    int digits = isNegative ? from + 1 : from;
    if (digits == to || to - digits > MAX_INTEGER_LENGTH) {
      return null;
    }
    // The loop computes the negative number, because the range of negative numbers is larger by
    // one. The first 18 digits never overflow.
    long value = 0;
    for (int i = digits; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return null;
      }
      value = 10 * value - digit;
    }
    if (value > 0 || (isNegative ? value == 0 : value == Long.MIN_VALUE)) {
      return null;
    }
    return isNegative ? value : -value;
  }

  /** Returns the value that the current string represents. */
  private Variant parseValue() {
    char[] text = in.readCharacters();
    int from = parser.getStringOffset();
    return parseValue(text, from, from + parser.getStringLength());
  }

  /** Returns the value that a string with a prefix represents. */
  private Variant parseValue(char[] text, int from, int to) {
    char first = from < to ? text[from] : 0;
    if (hasColon(text, from + 1, to)) {
      int rest = from + 2;
      if (first == 's') {
        return texts.string(text, rest, to);
      } else if (first == 'i') {
        Long integer = parseInteger(text, rest, to);
        if (integer == null) {
          throw malformed("\"i:\" without an integer of 64 bits");
        }
        return IntValue.of(integer);
      } else if (first == 'f') {
        double value = RealNumbers.parseShort(text, rest, to - rest);
        if (value == 0) {
          value = parseFloat(new String(text, rest, to - rest));
        }
        in.chargeParsedFloat(to - rest);
        return FloatValue.of(value);
      }
    } else if (hasColon(text, from + 2, to)) {
      int rest = from + 3;
      if (first == 's' && text[from + 1] == 'n') {
        return StringName.of(new String(text, rest, to - rest));
      } else if (first == 'n' && text[from + 1] == 'p') {
        String names = new String(text, rest, to - rest);
        in.chargeNodePath(names);
        NodePath path = parseNodePath(names);
        if (path == null) {
          throw malformed("\"np:\" without a path");
        }
        return path;
      }
    }
    throw malformed("a string without one of the prefixes i: f: s: sn: np:");
  }

  private static boolean hasColon(char[] text, int index, int to) {
    return index < to && text[index] == ':';
  }

  private double parseFloat(String text) {
    Double value =
        switch (text) {
          case "inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          case "nan" -> Double.NaN;
          default -> RealNumbers.parse(text);
        };
    if (value == null) {
      throw malformed("\"f:\" without a number");
    }
    return value;
  }

  /** Parses a path; returns null if the text is not a path. */
  static @Nullable NodePath parseNodePath(String text) {
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the value of a complete object. */
  private Variant createObject(NativeNode node) {
    if (!(node.get(Member.TYPE) instanceof String name)) {
      throw in.malformed("no type");
    }
    if (node.get(Member.PROPS) instanceof Items properties) {
      return createObject(node, name, properties);
    }
    VariantType type = findType(name);
    if (!node.hasOnlyMembersOf(type)) {
      throw in.malformed(type + " has members that it cannot have");
    }
    return switch (type) {
      case RID -> new RID(node.number(Member.ID));
      case CALLABLE -> CallableValue.EMPTY;
      case SIGNAL -> new Signal(node.text(Member.NAME), node.number(Member.OBJECT_ID));
      case NODE_PATH -> nodePath(node);
      default -> {
        if (!(node.get(Member.ARGS) instanceof Items args)) {
          throw in.malformed(type + " without args");
        }
        yield fromArguments(node, type, args);
      }
    };
  }

  private NodePath nodePath(NativeNode node) {
    if (!node.hasAllMembersOf(VariantType.NODE_PATH)) {
      throw in.malformed("NodePath without names, subnames or absolute");
    }
    return new NodePath(
        strings(node, Member.NAMES),
        strings(node, Member.SUBNAMES),
        Boolean.TRUE.equals(node.get(Member.ABSOLUTE)));
  }

  private static List<String> strings(NativeNode node, Member member) {
    List<String> strings = new ArrayList<>();
    if (node.get(member) instanceof List<?> list) {
      list.forEach(text -> strings.add((String) text));
    }
    return strings;
  }

  private VariantType findType(String name) {
    return VariantType.find(name)
        .orElseThrow(() -> in.malformed("unknown type " + JsonOutput.quoted(name)));
  }

  /** Returns the element type that the engine derives from a name. */
  static ElementType elementType(String name) {
    if (name.startsWith(SCRIPT_FOLDER)) {
      return ElementType.ofScript(name);
    }
    return VariantType.find(name)
        .filter(type -> type != VariantType.OBJECT)
        .map(ElementType::of)
        .orElseGet(() -> ElementType.ofClass(name));
  }

  private ElementType elementType(NativeNode node, Member member, Member kind) {
    if (!node.has(member)) {
      if (node.has(kind)) {
        throw in.malformed(kind + " without " + member);
      }
      return ElementType.UNTYPED;
    }
    String name = node.text(member);
    if (!node.has(kind)) {
      return elementType(name);
    }
    return switch (node.text(kind)) {
      case "class" -> ElementType.ofClass(name);
      case "script" -> ElementType.ofScript(name);
      case "builtin" -> ElementType.of(findType(name));
      default ->
          throw in.malformed("unknown kind of element type " + JsonOutput.quoted(node.text(kind)));
    };
  }

  private Variant fromArguments(NativeNode node, VariantType type, Items args) {
    boolean isPacked = type.elementType().isPresent() && type != VariantType.PACKED_STRING_ARRAY;
    if (isPacked || type.component().isPresent()) {
      return fromNumbers(type, args, isPacked);
    }
    if (args.numbers != null) {
      throw in.malformed("args of " + type + " that are numbers", pathOf(args));
    }
    switch (type) {
      case PACKED_STRING_ARRAY -> {
        String[] texts = new String[args.values.size()];
        for (int i = 0; i < texts.length; i++) {
          if (!(args.values.get(i) instanceof StringValue text)) {
            throw malformed("args of " + type + " that are not strings", args, i);
          }
          texts[i] = text.value();
        }
        return PackedStringArray.unsafeWrap(texts);
      }
      case ARRAY -> {
        Object[] elements = values(node, args).toArray();
        return VALUES.array(elements, elementType(node, Member.ELEM_TYPE, Member.ELEM_KIND));
      }
      case DICTIONARY -> {
        return createDictionary(node, args, values(node, args));
      }
      default -> throw in.malformed(type + " is not written with args");
    }
  }

  private Variant createDictionary(NativeNode node, Items args, List<Variant> pairs) {
    if (pairs.size() % 2 != 0) {
      throw malformed("a key without a value", args, pairs.size() - 1);
    }
    Variant[] keys = new Variant[pairs.size() / 2];
    Variant[] values = new Variant[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = pairs.get(2 * i);
      values[i] = pairs.get(2 * i + 1);
    }
    return texts.dictionary(
        keys,
        values,
        elementType(node, Member.KEY_TYPE, Member.KEY_KIND),
        elementType(node, Member.VALUE_TYPE, Member.VALUE_KIND),
        keyRule);
  }

  private Variant fromNumbers(VariantType type, Items args, boolean isPacked) {
    NumberList numbers = toNumbers(args);
    int size = numbers.size();
    int dimensions = type.elementType().orElse(type).components().size();
    if (isPacked ? dimensions > 0 && size % dimensions != 0 : size != dimensions) {
      String noun = size == 1 ? " number" : " numbers";
      throw in.malformed(type + " does not take " + size + noun, pathOf(args));
    }
    Range range = type.range().orElse(null);
    int index = range == null ? -1 : numbers.firstNonInteger(range);
    if (index >= 0) {
      throw malformed("args of " + type + " that are not integers, or out of range", args, index);
    }
    return isPacked ? numbers.packed(type) : Shape.of(type, numbers.toDoubles());
  }

  /**
   * Returns the values of a list whose strings have prefixes. Parses the strings now if their
   * meaning was unknown when they were read.
   */
  private List<Variant> values(NativeNode node, Items items) {
    checkElements(node, items);
    if (items.role == StringRole.UNKNOWN) {
      reinterpreted = items;
      for (index = 0; index < items.values.size(); index++) {
        if (items.values.get(index) instanceof StringValue text) {
          char[] prefixed = text.value().toCharArray();
          items.values.set(index, parseValue(prefixed, 0, prefixed.length));
        }
      }
      reinterpreted = null;
    }
    return items.values;
  }

  private void checkElements(NativeNode node, Items items) {
    if (items.size() > 0) {
      in.checkDepth(node.depth + 1);
    }
  }

  private Variant createObject(NativeNode node, String name, Items properties) {
    boolean isId = node.has(Member.ID);
    if (node.memberCount() != (isId ? 3 : 2)) {
      throw in.malformed("an object has members that it cannot have");
    } else if (name.isEmpty()) {
      throw in.malformed("an object without a class");
    }
    checkElements(node, properties);
    if (properties.size() % 2 != 0) {
      throw malformed("a property without a value", properties, properties.size() - 1);
    }
    List<ObjectValue.Property> list = new ArrayList<>();
    for (int i = 0; i < properties.size(); i += 2) {
      if (!(properties.values.get(i) instanceof StringValue property)) {
        throw malformed("the name of a property is not a string", properties, i);
      }
      list.add(new ObjectValue.Property(property.value(), properties.values.get(i + 1)));
    }
    if (isId) {
      long id = node.number(Member.ID);
      if (id == 0
          || !name.equals(OBJECT_ID_CLASS)
          || !list.equals(List.of(new ObjectValue.Property(OBJECT_ID_PROPERTY, IntValue.of(id))))) {
        throw in.malformed("an object with an id and other content");
      }
      return new ObjectIdValue(id);
    } else if (!fullObjects) {
      throw in.forbidden("a full object is not allowed here; ObjectMode.FULL allows it");
    }
    return new ObjectValue(name, list);
  }

  /**
   * Creates an exception for the current element of {@link #reinterpreted}, or for the current
   * token if there is no such list.
   */
  private MalformedTextException malformed(String problem) {
    return reinterpreted == null ? in.malformed(problem) : malformed(problem, reinterpreted, index);
  }

  private MalformedTextException malformed(String problem, Items items, int index) {
    return in.malformed(problem, pathOf(items) + "[" + index + "]");
  }

  /** Returns the path of a list of the innermost object, before or after the list is complete. */
  private String pathOf(Items items) {
    Member member = items.role == StringRole.PROPERTIES ? Member.PROPS : Member.ARGS;
    return nodes.getFirst().items == items ? in.listPath() : in.path() + "." + member;
  }
}
