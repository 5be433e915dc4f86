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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a value the types of what stood at the same places, where that loses nothing, and remembers
 * the places where it would: scripts that declare their types stop at any other. Remembers as well
 * what stood there and is nowhere any more.
 */
public final class KeptTypes {
  /** So many of the places are named. */
  private static final int SHOWN = 3;

  private final Dialect dialect;
  private final Notation names;
  private final List<String> others = new ArrayList<>();
  private long count;
  private final List<String> gone = new ArrayList<>();
  private long goneCount;
  private Location place;

  /**
   * For one value.
   *
   * @param path where it stands
   * @param dialect what it is in: which keys are the same, and what types are called
   */
  public KeptTypes(VariantPath path, Dialect dialect) {
    Location at = Location.ROOT;
    for (Variant step : path.steps()) {
      at = at.child(step);
    }
    place = at;
    this.dialect = dialect;
    names = new Notation(Detail.SHORT, dialect);
  }

  /**
   * Makes sure that all types were kept.
   *
   * @param what the value, in words
   * @throws CliException if they were not
   */
  public void check(String what) {
    if (count > 0) {
      throw CliException.badData(
          what + ": " + all(others, count) + "; --retype writes it as it stands here");
    }
  }

  /** The places of entries and properties that are not there any more, for people. */
  public Optional<String> gone() {
    return gone.isEmpty() ? Optional.empty() : Optional.of(all(gone, goneCount));
  }

  private static String all(List<String> shown, long count) {
    return String.join(", ", shown) + (count > SHOWN ? ", and " + (count - SHOWN) + " more" : "");
  }

  /** A value in the types of another one. What was nothing may become anything. */
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

  /** A value in a declared type, and in those of what stood there, if anything did. */
  public Variant fit(ElementType declared, Optional<Variant> old, Variant wanted) {
    if (!declared.accepts(wanted)) {
      return fit(declared.builtin(), declared.toString(), wanted);
    }
    // No lambda: this recurses for 1,024 levels, and each frame counts.
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
      other(name, whyNot(type, wanted));
    }
    return kept.orElse(wanted);
  }

  private String whyNot(VariantType type, Variant wanted) {
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

  private void other(String wanted, String is) {
    refuse("has to be " + wanted + " but is " + is);
  }

  private void refuse(String problem) {
    count++;
    if (count <= SHOWN) {
      others.add(new PathText().of(place) + " " + problem);
    }
  }

  private void remember(Variant key) {
    goneCount++;
    if (goneCount <= SHOWN) {
      gone.add(new PathText().of(place.child(key)));
    }
  }

  private Variant array(VariantArray old, VariantArray wanted) {
    ElementType declared = old.elementType();
    if (!wanted.elementType().isUntyped() && !wanted.elementType().equals(declared)) {
      other(names.type(old), names.type(wanted));
      return wanted;
    }
    Location here = place;
    List<Variant> elements = new ArrayList<>(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      place = here.child(IntValue.of(i));
      Optional<Variant> there = i < old.size() ? Optional.of(old.get(i)) : Optional.empty();
      elements.add(fit(declared, there, wanted.get(i)));
    }
    place = here;
    return VariantArray.copyOf(elements).withElementType(declared);
  }

  private Variant dictionary(VariantDictionary old, VariantDictionary wanted) {
    boolean untyped = wanted.keyType().isUntyped() && wanted.valueType().isUntyped();
    if (!untyped
        && !(wanted.keyType().equals(old.keyType())
            && wanted.valueType().equals(old.valueType()))) {
      other(names.type(old), names.type(wanted));
      return wanted;
    }
    Location here = place;
    List<Variant> keys = new ArrayList<>(wanted.size());
    List<Variant> values = new ArrayList<>(wanted.size());
    Set<VariantType> known = types(old.keys());
    for (int i = 0; i < wanted.size(); i++) {
      place = here.child(wanted.keyAt(i));
      keys.add(key(old, known, wanted.keyAt(i)));
      Optional<Variant> there = old.find(keys.get(i));
      values.add(fit(old.valueType(), there, wanted.valueAt(i)));
    }
    place = here;
    Set<Variant> there = new HashSet<>(keys);
    old.keys().stream().filter(key -> !there.contains(key)).forEach(this::remember);
    if (keys.equals(wanted.keys())) {
      return wanted.withValues(values).withTypes(old.keyType(), old.valueType());
    }
    VariantDictionary.Builder fitted =
        VariantDictionary.builder()
            .types(old.keyType(), old.valueType())
            .keyRule(dialect.keyRule());
    for (int i = 0; i < keys.size(); i++) {
      fitted.put(keys.get(i), values.get(i));
    }
    VariantDictionary made = fitted.build();
    if (made.size() < wanted.size()) {
      refuse("has keys that are one as " + old.keyType());
    }
    return made;
  }

  /** A key, which as a text also means the name that was there. */
  public Variant key(VariantDictionary old, Variant wanted) {
    return key(old, types(old.keys()), wanted);
  }

  /** The types of keys, of which a dictionary mostly has one; a name is as good as a text. */
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
        other(names.type(old.keyAt(0)) + " as a key", names.type(wanted));
      }
      return wanted;
    }
    return wanted instanceof StringValue ? old.keyAt(at) : wanted;
  }

  private Variant object(ObjectValue old, ObjectValue wanted) {
    if (!old.className().equals(wanted.className())) {
      other(names.type(old), names.type(wanted));
      return wanted;
    }
    Map<String, Variant> there = new HashMap<>();
    old.properties().forEach(one -> there.put(one.name(), one.value()));
    Set<String> kept = new HashSet<>();
    Location here = place;
    List<ObjectValue.Property> properties = new ArrayList<>();
    for (ObjectValue.Property one : wanted.properties()) {
      kept.add(one.name());
      place = here.child(StringValue.of(one.name()));
      Variant known = there.get(one.name());
      Variant value = known == null ? one.value() : fit(known, one.value());
      properties.add(new ObjectValue.Property(one.name(), value));
    }
    place = here;
    old.properties().stream()
        .filter(one -> !kept.contains(one.name()))
        .forEach(one -> remember(StringValue.of(one.name())));
    return new ObjectValue(wanted.className(), properties);
  }

  private Variant packed(VariantType type, VariantArray list) {
    long before = count;
    Location here = place;
    List<Variant> elements = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      place = here.child(IntValue.of(i));
      elements.add(element(type, list.get(i)));
    }
    place = here;
    return count > before ? list : PackedArray.of(type, elements);
  }

  private Variant element(VariantType packed, Variant wanted) {
    VariantType type = packed.elementType().orElseThrow();
    Optional<Variant> kept = Coercion.NOTATION.toElement(packed, wanted);
    if (kept.isEmpty() && Coercion.NOTATION.to(type, wanted).isEmpty()) {
      return fit(type, Notation.type(type, dialect), wanted); // which says why not
    }
    if (kept.isEmpty()) {
      packed
          .range()
          .ifPresentOrElse(
              range ->
                  other("int from " + range.least() + " to " + range.most(), wanted.toString()),
              () -> narrow(wanted));
    }
    return kept.orElse(wanted);
  }

  /** Makes sure that a part of a value can be a number, for what keeps numbers in 32 bits. */
  public void checkPart(Variant whole, Variant wanted) {
    if (isOf32Bits(whole, dialect)) {
      narrow(wanted);
    }
  }

  /** Whether a number would be infinite in a part of a value, and is not. */
  public static boolean isBeyondPart(Variant whole, Variant wanted, Dialect dialect) {
    return isOf32Bits(whole, dialect)
        && wanted instanceof FloatValue number
        && Float.isInfinite((float) number.value())
        && !Double.isInfinite(number.value());
  }

  private static boolean isOf32Bits(Variant whole, Dialect dialect) {
    return whole instanceof PackedFloat32Array
        || (whole instanceof RealShape
            && dialect.realPrecision(whole.type()) == RealPrecision.SINGLE);
  }

  /** Of a float 32 bits keep what they can, but an int is not rounded, nor made infinite. */
  private void narrow(Variant wanted) {
    boolean isNumber = wanted instanceof IntValue || wanted instanceof FloatValue;
    if (isNumber
        && Coercion.NOTATION.toElement(VariantType.PACKED_FLOAT32_ARRAY, wanted).isEmpty()) {
      other("float of 32 bits", wanted + ", which none is");
    }
  }
}
