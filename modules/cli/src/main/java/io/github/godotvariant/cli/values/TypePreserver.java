package io.github.godotvariant.cli.values;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.convert.Coercion;
import io.github.godotvariant.convert.VariantDiff.Location;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Converts a new value to the types that an old value has at the same paths, where the conversion
 * loses nothing. Records the paths at which the types still differ, because scripts that declare
 * types fail with other types. Also records the paths of entries that only the old value has.
 */
public final class TypePreserver {
  private static final int MAX_LISTED = 3;

  private final Dialect dialect;
  private final Notation names;
  private final LocationList mismatches = new LocationList();
  private final LocationList missing = new LocationList();
  private Location location;
  private boolean restoresOrder;

  /**
   * Creates an object for one value.
   *
   * @param path the path of the old and the new value, for messages
   * @param dialect the dialect, which decides which keys are equal, and the names of types
   */
  public TypePreserver(VariantPath path, Dialect dialect) {
    Location at = Location.ROOT;
    for (Variant step : path.steps()) {
      at = at.child(step);
    }
    location = at;
    this.dialect = dialect;
    names = new Notation(Detail.SHORT, dialect);
  }

  /**
   * Makes {@link #fit} sort new dictionaries in the order of the old keys. This is for text in
   * which {@code var_to_str} has sorted the keys.
   */
  public void restoreOrder() {
    restoresOrder = true;
  }

  /**
   * Checks that {@link #fit} could convert everything to the types of the old value.
   *
   * @param what the name of the value in the message
   * @param advice a text that the message contains before the advice on {@code --retype}; can be
   *     empty
   * @throws CliException if a type differs from that of the old value
   */
  public void check(String what, String advice) {
    CliException.rejectData(
        mismatches.count > 0,
        what
            + ": "
            + mismatches
            + (advice.isEmpty() ? "" : "; " + advice)
            + "; --retype writes the value unchanged");
  }

  /**
   * {@return the paths of entries and properties that only the old value has, for a message; empty
   * if there are no such paths}
   */
  public Optional<String> missing() {
    return missing.count == 0 ? Optional.empty() : Optional.of(missing.toString());
  }

  /** The first locations with a problem, and the number of all locations with a problem. */
  private static final class LocationList {
    private final List<String> shown = new ArrayList<>();
    private long count;

    void add(Location location, String problem) {
      count++;
      if (count <= MAX_LISTED) {
        shown.add(new PathText().of(location) + problem);
      }
    }

    @Override
    public String toString() {
      return String.join(", ", shown)
          + (count > MAX_LISTED ? ", and " + (count - MAX_LISTED) + " more" : "");
    }
  }

  /**
   * {@return the new value, converted to the types of the old value; unchanged if the old value is
   * nil}
   */
  public Variant fit(Variant old, Variant wanted) {
    if (old.isNil()) {
      return wanted;
    }
    if (old instanceof VariantArray array && wanted instanceof VariantArray elements) {
      return array(array, elements);
    }
    if (old instanceof VariantDictionary dictionary && wanted instanceof VariantDictionary pairs) {
      return dictionary(dictionary, pairs);
    }
    if (old instanceof ObjectValue object && wanted instanceof ObjectValue properties) {
      return object(object, properties);
    }
    return fit(old.type(), Notation.type(old.type(), dialect), wanted);
  }

  /**
   * {@return the new value, converted to the type that its container declares and, if there is an
   * old value, to the types of the old value}
   */
  public Variant fit(ElementType declared, Optional<Variant> old, Variant wanted) {
    if (!declared.accepts(wanted)) {
      return fit(declared.builtin(), declared.toString(), wanted);
    }
    // No lambda, because its frames need stack, and this method recurses for up to 1,024 levels.
    return old.isPresent() ? fit(old.get(), wanted) : wanted;
  }

  private Variant fit(VariantType type, String name, Variant wanted) {
    if (wanted instanceof VariantArray list
        && list.elementType().isUntyped()
        && type.elementType().isPresent()) {
      return packed(type, list);
    }
    Optional<Variant> kept =
        wanted instanceof VariantArray && wanted.type() != type
            ? Optional.empty()
            : Coercion.NOTATION.to(type, wanted);
    if (kept.isEmpty()) {
      addMismatch(name, mismatchReason(type, wanted));
    }
    return kept.orElse(wanted);
  }

  private String mismatchReason(VariantType type, Variant wanted) {
    if (type == VariantType.FLOAT && wanted instanceof IntValue number) {
      return "int " + number + ", which no float is exactly";
    }
    if (type == VariantType.NODE_PATH && wanted instanceof StringValue text) {
      try {
        return NodePath.parse(text.value()).toString();
      } catch (IllegalArgumentException e) {
        return "none: " + Text.printable(String.valueOf(e.getMessage()));
      }
    }
    return names.type(wanted);
  }

  private void addMismatch(String expected, String found) {
    mismatches.add(location, " has to be " + expected + " but is " + found);
  }

  private Variant array(VariantArray old, VariantArray wanted) {
    ElementType declared = old.elementType();
    if (!wanted.elementType().isUntyped() && !wanted.elementType().equals(declared)) {
      addMismatch(names.type(old), names.type(wanted));
      return wanted;
    }
    Location here = location;
    List<Variant> elements = new ArrayList<>(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      location = here.child(IntValue.of(i));
      Optional<Variant> there = i < old.size() ? Optional.of(old.get(i)) : Optional.empty();
      elements.add(fit(declared, there, wanted.get(i)));
    }
    location = here;
    return VariantArray.copyOf(elements).withElementType(declared);
  }

  private Variant dictionary(VariantDictionary old, VariantDictionary wanted) {
    boolean untyped = wanted.keyType().isUntyped() && wanted.valueType().isUntyped();
    if (!untyped
        && !(wanted.keyType().equals(old.keyType())
            && wanted.valueType().equals(old.valueType()))) {
      addMismatch(names.type(old), names.type(wanted));
      return wanted;
    }
    Location here = location;
    List<Variant> keys = new ArrayList<>(wanted.size());
    List<Variant> values = new ArrayList<>(wanted.size());
    Set<VariantType> known = types(old.keys());
    for (int i = 0; i < wanted.size(); i++) {
      location = here.child(wanted.keyAt(i));
      keys.add(key(old, known, wanted.keyAt(i)));
      Optional<Variant> there = old.find(keys.get(i));
      values.add(fit(old.valueType(), there, wanted.valueAt(i)));
    }
    location = here;
    return dictionary(old, wanted, keys, values);
  }

  /** Returns the dictionary of fitted pairs. Separate from the recursion, which needs the stack. */
  private Variant dictionary(
      VariantDictionary old, VariantDictionary wanted, List<Variant> keys, List<Variant> values) {
    Location here = location;
    Set<Variant> there = new HashSet<>(keys);
    for (Variant key : old.keys()) {
      if (!there.contains(key)) {
        missing.add(here.child(key), "");
      }
    }
    if (!restoresOrder && keys.equals(wanted.keys())) {
      return wanted.withValues(values).withTypes(old.keyType(), old.valueType());
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, keys.size()).boxed().toList());
    if (restoresOrder) {
      order.sort(Comparator.comparingLong(i -> old.positionOf(keys.get(i)) & 0xFFFFFFFFL));
    }
    VariantDictionary.Builder fitted =
        VariantDictionary.builder()
            .types(old.keyType(), old.valueType())
            .keyRule(dialect.keyRule());
    for (int i : order) {
      fitted.put(keys.get(i), values.get(i));
    }
    VariantDictionary made = fitted.build();
    if (made.size() < wanted.size()) {
      mismatches.add(location, " has keys that are one as " + old.keyType());
    }
    return made;
  }

  /**
   * {@return a new key, converted to the key type that the old dictionary declares} A String that
   * equals an old key becomes that key, which can be a StringName.
   */
  public Variant key(VariantDictionary old, Variant wanted) {
    return key(old, types(old.keys()), wanted);
  }

  /**
   * Returns the types of keys. If one key is a String or a StringName, the result contains both
   * types, because both are accepted for new keys.
   */
  private static Set<VariantType> types(List<Variant> keys) {
    Set<VariantType> types = EnumSet.noneOf(VariantType.class);
    keys.forEach(key -> types.add(key.type()));
    if (types.contains(VariantType.STRING_NAME)) {
      types.add(VariantType.STRING);
    } else if (types.contains(VariantType.STRING)) {
      types.add(VariantType.STRING_NAME);
    }
    return types;
  }

  private Variant key(VariantDictionary old, Set<VariantType> known, Variant wanted) {
    if (!old.keyType().accepts(wanted)) {
      return fit(old.keyType().builtin(), old.keyType() + " as a key", wanted);
    }
    int at = old.positionOf(wanted);
    if (at < 0) {
      if (!known.isEmpty() && !known.contains(wanted.type())) {
        addMismatch(names.type(old.keyAt(0)) + " as a key", names.type(wanted));
      }
      return wanted;
    }
    return wanted instanceof StringValue ? old.keyAt(at) : wanted;
  }

  private Variant object(ObjectValue old, ObjectValue wanted) {
    if (!old.className().equals(wanted.className())) {
      addMismatch(names.type(old), names.type(wanted));
      return wanted;
    }
    Map<String, Variant> there = new HashMap<>();
    old.properties().forEach(one -> there.put(one.name(), one.value()));
    Set<String> kept = new HashSet<>();
    Location here = location;
    List<ObjectValue.Property> properties = new ArrayList<>();
    for (ObjectValue.Property one : wanted.properties()) {
      kept.add(one.name());
      location = here.child(StringValue.of(one.name()));
      Variant known = there.get(one.name());
      Variant value = known == null ? one.value() : fit(known, one.value());
      properties.add(new ObjectValue.Property(one.name(), value));
    }
    location = here;
    old.properties().stream()
        .filter(one -> !kept.contains(one.name()))
        .forEach(one -> missing.add(here.child(StringValue.of(one.name())), ""));
    return new ObjectValue(wanted.className(), properties);
  }

  private Variant packed(VariantType type, VariantArray list) {
    long before = mismatches.count;
    Location here = location;
    List<Variant> elements = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      location = here.child(IntValue.of(i));
      elements.add(element(type, list.get(i)));
    }
    location = here;
    return mismatches.count > before ? list : PackedArray.of(type, elements);
  }

  private Variant element(VariantType packed, Variant wanted) {
    VariantType type = packed.elementType().orElseThrow();
    Optional<Variant> kept = Coercion.NOTATION.toElement(packed, wanted);
    if (kept.isEmpty() && Coercion.NOTATION.to(type, wanted).isEmpty()) {
      return fit(type, Notation.type(type, dialect), wanted); // records the reason
    }
    if (kept.isEmpty()) {
      packed
          .range()
          .ifPresentOrElse(
              range ->
                  addMismatch(
                      "int from " + range.least() + " to " + range.most(), wanted.toString()),
              () -> checkFloat32(wanted));
    }
    return kept.orElse(wanted);
  }

  /**
   * Records a mismatch if {@code whole} has components of 32 bits, and these cannot store the
   * number {@code wanted}.
   */
  public void checkComponent(Variant whole, Variant wanted) {
    if (has32BitComponents(whole, dialect)) {
      checkFloat32(wanted);
    }
  }

  /**
   * {@return whether {@code whole} has components of 32 bits in which the finite number {@code
   * wanted} would become infinite}
   */
  public static boolean exceedsComponent(Variant whole, Variant wanted, Dialect dialect) {
    return has32BitComponents(whole, dialect)
        && wanted instanceof FloatValue number
        && Float.isInfinite((float) number.value())
        && !Double.isInfinite(number.value());
  }

  private static boolean has32BitComponents(Variant whole, Dialect dialect) {
    return whole instanceof PackedFloat32Array
        || (whole instanceof RealShape
            && dialect.realPrecision(whole.type()) == RealPrecision.SINGLE);
  }

  /**
   * Records a mismatch if a float of 32 bits would round an int, or would be infinite for a finite
   * number. Floats may be rounded.
   */
  private void checkFloat32(Variant wanted) {
    boolean isNumber = wanted instanceof IntValue || wanted instanceof FloatValue;
    if (isNumber
        && Coercion.NOTATION.toElement(VariantType.PACKED_FLOAT32_ARRAY, wanted).isEmpty()) {
      addMismatch("float of 32 bits", wanted + ", which none is");
    }
  }
}
