package io.github.godotvariant;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.internal.EscapeSequences;
import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.PathNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The path of a value inside another value, for example {@code $.player.items[3]}. Methods find,
 * replace or remove the value at the path. The syntax is:
 *
 * <ul>
 *   <li>{@code $} is the root value.
 *   <li>{@code .name} is a dictionary entry, an object property, or a component of a vector,
 *       rectangle, transform or color.
 *   <li>{@code [3]} is an element of an array or packed array, or the entry with the int key 3.
 *   <li>{@code ["any text"]} is an entry or property whose name has other characters than letters,
 *       digits and underscores. A backslash escapes quotes and backslashes; {@code \n} and the
 *       other escapes have the same meaning as in Godot 4.
 * </ul>
 *
 * <p>For an entry whose key has another type, the path contains {@code [key]}, with the key in the
 * engine's notation. Only {@code VariantText.parsePath} reads such a path.
 *
 * <pre>{@code
 * VariantPath path = VariantPath.parse("$.player.items[3]");
 * Optional<Variant> item = path.find(save);
 * Variant height = VariantPath.parse("$.player.position.y").in(save);
 * }</pre>
 *
 * <p>Components have these names: {@code x}, {@code y}, {@code z}, {@code w}, {@code position} and
 * {@code size}, {@code normal} and {@code d}, {@code basis} and {@code origin}, {@code r}, {@code
 * g}, {@code b}, {@code a}. The names {@code x}, {@code y}, {@code z}, {@code w} of a matrix are
 * the names of the columns. Properties that the engine computes, such as {@code end} of a
 * rectangle, are not components.
 */
public final class VariantPath {
  /** The path of the root value, {@code $}. */
  public static final VariantPath ROOT = new VariantPath(List.of());

  private final List<Variant> steps;

  private VariantPath(List<Variant> steps) {
    this.steps = steps;
  }

  /**
   * Creates a path from steps.
   *
   * @param steps the steps from the root. A step is the index of an element as an int, the key of
   *     an entry, or the name of a property or component (a String)
   * @return the path
   * @throws NullPointerException if a step is {@code null}
   */
  public static VariantPath of(List<? extends Variant> steps) {
    return new VariantPath(List.copyOf(steps));
  }

  /**
   * Parses a path.
   *
   * @param text a path; the leading {@code $} is optional
   * @return the path
   * @throws IllegalArgumentException if the text is not a path; the message contains the position
   *     of the error
   */
  public static VariantPath parse(String text) {
    List<Variant> steps = new ArrayList<>();
    int at = text.startsWith("$") ? 1 : 0;
    if (at == 0 && !text.isEmpty() && PathNames.isWord(text.charAt(0))) {
      at = parseName(text, 0, steps);
    }
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '.') {
        at = parseName(text, at + 1, steps);
      } else if (c == '[' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
        at = parseQuoted(text, at + 2, steps);
      } else if (c == '[') {
        at = parseIndex(text, at + 1, steps);
      } else {
        throw malformed(text, at, "expected . or [");
      }
    }
    return new VariantPath(List.copyOf(steps));
  }

  private static int parseName(String text, int from, List<Variant> steps) {
    int to = from;
    while (to < text.length() && PathNames.isWord(text.charAt(to))) {
      to++;
    }
    if (to == from) {
      throw malformed(text, from, "expected a name");
    }
    steps.add(StringValue.of(text.substring(from, to)));
    return to;
  }

  private static int parseQuoted(String text, int from, List<Variant> steps) {
    StringBuilder name = new StringBuilder();
    int at = from;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c != '\\' || at == text.length()) {
        name.append(c);
        continue;
      }
      char letter = text.charAt(at++);
      int digits = EscapeSequences.digits(letter);
      name.appendCodePoint(
          digits == 0
              ? EscapeSequences.character(letter)
              : EscapeSequences.codePoint(parseHexadecimal(text, at, at + digits)));
      at += digits;
    }
    if (!text.startsWith("\"]", at)) {
      throw malformed(text, at, "expected \"]");
    }
    steps.add(StringValue.of(name.toString()));
    return at + 2;
  }

  private static int parseHexadecimal(String text, int from, int to) {
    int number = 0;
    for (int at = from; at < to; at++) {
      int digit = at < text.length() ? EscapeSequences.hexadecimal(text.charAt(at)) : -1;
      if (digit < 0) {
        throw malformed(text, at, "expected a hexadecimal digit");
      }
      number = number << 4 | digit;
    }
    return number;
  }

  private static int parseIndex(String text, int from, List<Variant> steps) {
    int to = text.indexOf(']', from);
    if (to < 0) {
      throw malformed(text, text.length(), "expected ]");
    }
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      // Long.parseLong also accepts a plus sign and the digits of other scripts.
      if (c != '-' && (c < '0' || c > '9')) {
        throw malformed(text, from, "expected a number or a quoted name");
      }
    }
    try {
      steps.add(IntValue.of(Long.parseLong(text.substring(from, to))));
    } catch (NumberFormatException e) {
      throw malformed(text, from, "expected a number or a quoted name");
    }
    return to + 1;
  }

  private static IllegalArgumentException malformed(String text, int at, String expected) {
    return new IllegalArgumentException(
        expected + " at position " + at + " of path " + MessageText.excerpt(text));
  }

  /**
   * Returns this path with one more step, to a dictionary entry, an object property or a component.
   *
   * @param key the key; for a property or component, its name as a String
   * @return the longer path
   */
  @CheckReturnValue
  public VariantPath key(Variant key) {
    List<Variant> longer = new ArrayList<>(steps);
    longer.add(Objects.requireNonNull(key, "key"));
    return new VariantPath(List.copyOf(longer));
  }

  /**
   * Returns this path with one more step, to an element of an array or packed array.
   *
   * @param index the index
   * @return the longer path
   */
  @CheckReturnValue
  public VariantPath index(int index) {
    return key(IntValue.of(index));
  }

  /**
   * Returns the steps from the root. A step is the index of an element as an int, the key of an
   * entry, or the name of a property or component (a String).
   *
   * @return an unmodifiable list, empty for the root
   */
  public List<Variant> steps() {
    return steps;
  }

  /**
   * Finds the value at this path.
   *
   * @param root the root value
   * @return the value; empty if the path does not exist in the root value
   */
  @CheckReturnValue
  public Optional<Variant> find(Variant root) {
    Variant value = root;
    for (Variant step : steps) {
      Optional<Variant> next = child(value, step);
      if (next.isEmpty()) {
        return next;
      }
      value = next.get();
    }
    return Optional.of(value);
  }

  /**
   * Returns the value at this path.
   *
   * @param root the root value
   * @return the value
   * @throws VariantTypeException if the path does not exist; the message names the first missing
   *     step and describes the value that does not have this step
   */
  public Variant in(Variant root) {
    Variant value = root;
    for (int i = 0; i < steps.size(); i++) {
      value = step(value, i);
    }
    return value;
  }

  private Variant step(Variant parent, int at) {
    return child(parent, steps.get(at)).orElseThrow(() -> missing(parent, at));
  }

  /**
   * Returns a copy of a root value in which this path has another value. The last step may be new:
   * a missing key of a dictionary, the index after the last element of an array or packed array, or
   * a missing property of an object. The copy shares all other values with the original. A new
   * element of a packed array is rounded to the precision of the array's numbers.
   *
   * @param root the root value
   * @param replacement the new value at this path
   * @return the changed value
   * @throws VariantTypeException if the path does not exist; the message names the first missing
   *     step. Also if a typed array or dictionary, a packed array or a component on the path does
   *     not accept the type or the range of the value. Integer components and packed arrays of
   *     integers do not accept a float
   */
  @CheckReturnValue
  public Variant replaceIn(Variant root, Variant replacement) {
    Variant result = Objects.requireNonNull(replacement, "replacement");
    Variant[] parents = parents(root);
    for (int i = parents.length - 1; i >= 0; i--) {
      result = with(parents[i], i, result);
    }
    return result;
  }

  /**
   * Returns a copy of a root value without the entry, element or property at this path. The
   * elements after a removed element move up. If several properties have the same name, the last of
   * these properties is removed. The copy shares all other values with the original.
   *
   * @param root the root value
   * @return the changed value
   * @throws VariantTypeException if the path does not exist, or if the path leads to the root or to
   *     a component, which cannot be removed
   */
  @CheckReturnValue
  public Variant removeFrom(Variant root) {
    in(root); // throws if the path does not exist
    Variant[] parents = parents(root);
    if (parents.length == 0) {
      throw unremovable("a whole value");
    }
    int last = parents.length - 1;
    Variant result = without(parents[last], steps.get(last));
    for (int i = last - 1; i >= 0; i--) {
      result = with(parents[i], i, result);
    }
    return result;
  }

  private Variant without(Variant parent, Variant step) {
    if (parent instanceof VariantDictionary dictionary) {
      return dictionary.without(step);
    }
    if (parent instanceof ObjectValue object) {
      return object.without(step.asString());
    }
    if (parent instanceof VariantArray array) {
      List<Variant> remaining = new ArrayList<>(array.asList());
      remaining.remove(step.asInt());
      return VariantArray.copyOf(remaining).withElementType(array.elementType());
    }
    if (parent instanceof PackedArray array) {
      return MathComponents.without(array, step.asInt());
    }
    throw unremovable("a component");
  }

  private VariantTypeException unremovable(String step) {
    return new VariantTypeException(step + " cannot be removed", shown());
  }

  /**
   * Returns, for each step of the path, the value in which the step is looked up. The first of
   * these values is the root.
   */
  private Variant[] parents(Variant root) {
    Variant[] parents = new Variant[steps.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i == 0 ? root : step(parents[i - 1], i - 1);
    }
    return parents;
  }

  private Variant with(Variant parent, int at, Variant value) {
    Variant step = steps.get(at);
    if (parent instanceof VariantDictionary dictionary) {
      int index = dictionary.positionOf(step);
      check(dictionary.keyType(), index < 0 ? step : dictionary.keyAt(index), at, "key");
      check(dictionary.valueType(), value, at, "value");
      return dictionary.with(step, value);
    }
    if (parent instanceof VariantArray array && MathComponents.isIndex(step, array.size() + 1L)) {
      check(array.elementType(), value, at, "element");
      return array.with(step.asInt(), value);
    }
    if (parent instanceof ObjectValue object && step instanceof StringValue name) {
      return object.with(name.value(), value);
    }
    return MathComponents.with(parent, step, value, prefix(at + 1))
        .orElseThrow(() -> missing(parent, at));
  }

  private void check(ElementType declared, Variant value, int at, String part) {
    if (!declared.accepts(value)) {
      throw declared.refusal(part, value, prefix(at + 1));
    }
  }

  private VariantTypeException missing(Variant parent, int at) {
    String description;
    if (parent instanceof VariantArray array) {
      description = "which has " + MathComponents.elements(array.size());
    } else if (parent instanceof VariantDictionary dictionary) {
      description = "which has " + SimilarKeys.describe(steps.get(at), dictionary.keys());
    } else if (parent instanceof ObjectValue object) {
      List<StringValue> names =
          object.properties().stream()
              .map(one -> StringValue.of(one.name()))
              .collect(Collectors.toUnmodifiableList());
      description = "which has " + SimilarKeys.describe(steps.get(at), names);
    } else {
      description = MathComponents.describe(parent);
    }
    return new VariantTypeException(
        "there is no " + prefix(at + 1).shown() + " in " + prefix(at).shown() + ", " + description,
        "");
  }

  private VariantPath prefix(int count) {
    return new VariantPath(steps.subList(0, count));
  }

  /**
   * Returns this path as text for a message. Keys may come from untrusted input. Therefore each
   * step is shortened, and contains no control characters.
   *
   * @return {@code $} and a short text for each step
   */
  public String shown() {
    StringBuilder text = new StringBuilder("$");
    steps.forEach(step -> text.append(SimilarKeys.text(step)));
    return text.toString();
  }

  private static Optional<Variant> child(Variant parent, Variant step) {
    if (parent instanceof VariantDictionary dictionary) {
      return dictionary.find(step);
    }
    if (parent instanceof VariantArray array && MathComponents.isIndex(step, array.size())) {
      return Optional.of(array.get(step.asInt()));
    }
    if (parent instanceof ObjectValue object && step instanceof StringValue name) {
      return object.property(name.value());
    }
    return MathComponents.find(parent, step);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VariantPath that && steps.equals(that.steps);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start().add(steps.size());
    steps.forEach(step -> hash.add(step.hashCode()));
    return hash.finish();
  }

  /**
   * Returns this path as text.
   *
   * @return for example {@code $.player.items[3]}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("$");
    for (Variant step : steps) {
      if (KeyEquality.isText(step)) {
        PathNames.append(text, step.asString());
      } else {
        text.append('[').append(step).append(']');
      }
    }
    return text.toString();
  }
}
