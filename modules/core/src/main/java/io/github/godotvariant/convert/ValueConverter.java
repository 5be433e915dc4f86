package io.github.godotvariant.convert;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.ContainerLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts one value to a dialect. Uses an explicit stack instead of recursion, and creates a new
 * container only if the old container cannot be used unchanged.
 */
final class ValueConverter {
  private static final String SCRIPT = "script";
  private static final String RESOURCE_PREFIX = "res://";

  private final Dialect target;
  private final ClassNames names;
  private final ScalarConverter scalars;
  private final List<Loss> losses = new ArrayList<>();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private boolean hasOpenedObject;

  /**
   * The worst loss in the declared types of the container that {@link #open} pushes on the stack;
   * null if the conversion keeps these types.
   */
  private Loss.@Nullable Reason declaredLoss;

  ValueConverter(Dialect target, ClassNames names, boolean dropsIds) {
    this.target = target;
    this.names = names;
    scalars = new ScalarConverter(target, dropsIds);
  }

  /**
   * A container on the stack, and those of its children that have already been converted. Children
   * are the elements of an array, the properties of an object, or the keys and values of a
   * dictionary.
   */
  private static final class Frame extends ContainerLevel<Variant> {
    final ValueLocation location;

    /** The converted children; null until the first child changes. */
    Variant @Nullable [] changed;

    ElementType keyType = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    Frame(Variant source, ValueLocation location) {
      super(source, VALUES);
      this.location = location;
    }

    ValueLocation childLocation(int index) {
      int position = container() instanceof VariantDictionary ? index / 2 : index;
      return location.child(container(), position, isKey(index));
    }

    /** Stores the converted value of the child that {@code next()} returned last. */
    void accept(Variant child) {
      int index = index() - 1;
      if (changed == null && child != get(index)) {
        changed = new Variant[size()];
        for (int i = 0; i < index; i++) {
          changed[i] = get(i);
        }
      }
      if (changed != null) {
        changed[index] = child;
      }
    }

    Variant result(int index) {
      return changed == null ? get(index) : changed[index];
    }
  }

  List<Loss> losses() {
    return losses;
  }

  /**
   * Returns whether the result contains both instance ids and full objects, although readers of the
   * dialect cannot distinguish them.
   */
  boolean mixesObjects() {
    return hasOpenedObject && scalars.hasKeptAmbiguousId();
  }

  Variant convert(Variant root) {
    Variant result = enter(root, null);
    while (result == null || !frames.isEmpty()) {
      if (result != null) {
        frames.element().accept(result);
      }
      Frame frame = frames.element();
      if (frame.hasNext()) {
        result = enter(frame.next(), frame);
      } else {
        result = close(frame);
        frames.pop();
      }
    }
    return result;
  }

  private static ValueLocation location(@Nullable Frame outer) {
    return outer == null ? ValueLocation.ROOT : outer.childLocation(outer.index() - 1);
  }

  private void addLoss(ValueLocation location, Loss.Reason reason, Variant before, Variant after) {
    losses.add(new Loss(location, reason, before.type(), after.type()));
  }

  /**
   * Converts a value and returns the result. A container that the dialect has is instead pushed on
   * the stack, and null is returned.
   */
  private @Nullable Variant enter(Variant value, @Nullable Frame outer) {
    if (outer != null && isForeignScript(value, outer)) {
      addLoss(location(outer), Loss.Reason.SCRIPT, value, Variant.NIL);
      return Variant.NIL;
    }
    if (VALUES.isContainer(value) && scalars.has(value.type())) {
      open(value, outer);
      return null;
    }
    Variant fitted = scalars.fit(value);
    Loss.Reason reason = scalars.worst();
    if (reason != null) {
      addLoss(location(outer), reason, value, fitted);
    }
    return fitted;
  }

  private boolean isForeignScript(Variant value, Frame outer) {
    if (!(outer.container() instanceof ObjectValue object)
        || !object.properties().get(outer.index() - 1).name().equals(SCRIPT)) {
      return false;
    }
    return switch (target.scriptForm()) {
      case EMBEDDED -> value instanceof StringValue || value instanceof StringName;
      case PATH -> value instanceof ObjectValue;
      case UNSPECIFIED -> false;
    };
  }

  private void open(Variant container, @Nullable Frame outer) {
    Frame frame = new Frame(container, location(outer));
    declaredLoss = null;
    if (container instanceof VariantArray array) {
      boolean isTyped = target.containerTyping() != ContainerTyping.NONE;
      frame.valueType = declared(array.elementType(), isTyped);
    } else if (container instanceof VariantDictionary dictionary) {
      boolean isTyped = target.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
      frame.keyType = declared(dictionary.keyType(), isTyped);
      frame.valueType = declared(dictionary.valueType(), isTyped);
    } else {
      hasOpenedObject = true;
    }
    if (declaredLoss != null) {
      addLoss(frame.location, declaredLoss, container, container);
    }
    frames.push(frame);
  }

  /**
   * Converts the declared type of elements, keys or values. Returns the untyped element type if the
   * target cannot declare this type.
   */
  private ElementType declared(ElementType type, boolean isTyped) {
    if (type.isUntyped()) {
      return type;
    }
    boolean isScript = type.kind() == ElementType.Kind.SCRIPT;
    String name = isScript ? type.name() : names.className(type.name());
    String className = scalars.text(name);
    if (!isTyped
        || !scalars.has(type.builtin())
        || (isScript && !className.startsWith(RESOURCE_PREFIX))
        || className.isEmpty() != type.name().isEmpty()) {
      addDeclaredLoss(Loss.Reason.UNTYPED);
      return ElementType.UNTYPED;
    }
    if (scalars.worst() != null) {
      addDeclaredLoss(scalars.worst());
    }
    return switch (type.kind()) {
      case CLASS -> ElementType.ofClass(className);
      case SCRIPT -> ElementType.ofScript(className);
      default -> type;
    };
  }

  private void addDeclaredLoss(Loss.Reason reason) {
    if (declaredLoss == null || reason.compareTo(declaredLoss) > 0) {
      declaredLoss = reason;
    }
  }

  private Variant close(Frame frame) {
    if (frame.container() instanceof VariantArray array) {
      VariantArray converted =
          frame.changed == null ? array : VariantArray.copyOf(Arrays.asList(frame.changed));
      return converted.withElementType(frame.valueType);
    } else if (frame.container() instanceof VariantDictionary dictionary) {
      VariantDictionary converted = closeDictionary(frame, dictionary);
      return frame.keyType.equals(converted.keyType())
              && frame.valueType.equals(converted.valueType())
          ? converted
          : converted.withTypes(frame.keyType, frame.valueType);
    }
    return closeObject(frame, (ObjectValue) frame.container());
  }

  private VariantDictionary closeDictionary(Frame frame, VariantDictionary dictionary) {
    boolean hasChangedKeys = false;
    boolean hasContainers = false;
    for (int i = 0; i < dictionary.size(); i++) {
      Variant key = frame.result(2 * i);
      hasChangedKeys |= key != dictionary.keyAt(i);
      hasContainers |= VALUES.isContainer(key);
    }
    if (hasChangedKeys || hasContainers) {
      VariantDictionary positions = lastPositions(frame, dictionary.size());
      if (hasChangedKeys || positions.size() < dictionary.size()) {
        return keepLastOfEqualKeys(frame, dictionary, positions);
      }
    }
    if (frame.changed == null) {
      return dictionary;
    }
    List<Variant> values = new ArrayList<>(dictionary.size());
    for (int i = 0; i < dictionary.size(); i++) {
      values.add(frame.result(2 * i + 1));
    }
    return dictionary.withValues(values);
  }

  /**
   * Maps each converted key to the index of the last entry with this key. The target's rule decides
   * which keys are equal.
   */
  private VariantDictionary lastPositions(Frame frame, int size) {
    VariantDictionary.Builder positions = VariantDictionary.builder().keyRule(target.keyRule());
    for (int i = 0; i < size; i++) {
      positions.put(frame.result(2 * i), IntValue.of(i));
    }
    return positions.build();
  }

  private VariantDictionary keepLastOfEqualKeys(
      Frame frame, VariantDictionary dictionary, VariantDictionary positions) {
    boolean[] isKept = new boolean[dictionary.size()];
    List<Variant> values = new ArrayList<>(positions.size());
    for (Variant position : positions.values()) {
      int index = position.asInt();
      isKept[index] = true;
      values.add(frame.result(2 * index + 1));
    }
    for (int i = 0; i < isKept.length; i++) {
      if (!isKept[i]) {
        Variant value = dictionary.valueAt(i);
        addLoss(frame.childLocation(2 * i + 1), Loss.Reason.SAME_KEY, value, value);
      }
    }
    return positions.withValues(values);
  }

  private Variant closeObject(Frame frame, ObjectValue object) {
    String className = scalars.text(names.className(object.className()));
    if (className.isEmpty()) {
      addLoss(frame.location, Loss.Reason.DROPPED, object, Variant.NIL);
      return Variant.NIL;
    }
    if (scalars.worst() != null) {
      addLoss(frame.location, scalars.worst(), object, object);
    }
    boolean isChanged = frame.changed != null || !className.equals(object.className());
    boolean isRenamed = false;
    List<ObjectValue.Property> properties = new ArrayList<>(frame.size());
    for (int i = 0; i < frame.size(); i++) {
      ObjectValue.Property property = object.properties().get(i);
      String name = scalars.text(names.property(object.className(), property.name()));
      if (scalars.worst() != null) {
        addLoss(frame.childLocation(i), scalars.worst(), property.value(), property.value());
      }
      isRenamed |= !name.equals(property.name());
      properties.add(new ObjectValue.Property(name, frame.result(i)));
    }
    if (isRenamed) {
      properties = mergeRenamed(frame, object, properties);
    }
    return isChanged || isRenamed ? new ObjectValue(className, properties) : object;
  }

  /**
   * Merges properties whose different old names have become the same new name. As in dictionaries,
   * the merged property has the first position and the last value. Properties that all had the same
   * old name are not merged.
   */
  private List<ObjectValue.Property> mergeRenamed(
      Frame frame, ObjectValue object, List<ObjectValue.Property> properties) {
    Map<String, String> oldNames = new HashMap<>();
    Map<String, Integer> last = new HashMap<>();
    Set<String> shared = new HashSet<>();
    for (int i = 0; i < properties.size(); i++) {
      String name = properties.get(i).name();
      String oldName = object.properties().get(i).name();
      if (!oldName.equals(oldNames.getOrDefault(name, oldName))) {
        shared.add(name);
      }
      oldNames.put(name, oldName);
      last.put(name, i);
    }
    if (shared.isEmpty()) {
      return properties;
    }
    List<ObjectValue.Property> distinct = new ArrayList<>();
    Set<String> placed = new HashSet<>();
    for (int i = 0; i < properties.size(); i++) {
      ObjectValue.Property property = properties.get(i);
      int index = shared.contains(property.name()) ? last.getOrDefault(property.name(), i) : i;
      if (index != i) {
        addLoss(frame.childLocation(i), Loss.Reason.SAME_KEY, property.value(), property.value());
      }
      if (!shared.contains(property.name()) || placed.add(property.name())) {
        distinct.add(properties.get(index));
      }
    }
    return distinct;
  }
}
