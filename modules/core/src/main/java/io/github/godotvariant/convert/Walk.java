package io.github.godotvariant.convert;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One conversion of one value: goes through the containers, with a stack of its own, and makes new
 * ones where something in them changed.
 */
final class Walk {
  private static final String SCRIPT = "script";
  private static final String RESOURCES = "res://";

  private final Dialect target;
  private final ClassNames names;
  private final Leaves leaves;
  private final List<Loss> losses = new ArrayList<>();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private boolean openedObject;

  /** What the declared types of the container that is being opened lose. */
  private Loss.@Nullable Reason declaredLoss;

  Walk(Dialect target, ClassNames names, boolean idsDropped) {
    this.target = target;
    this.names = names;
    leaves = new Leaves(target, idsDropped);
  }

  /** A container of which some children are done: elements, properties, or keys and values. */
  private static final class Frame extends ContainerLevel<Variant> {
    private final @Nullable Frame outer;
    private @Nullable Step step;

    /** The new children, from the first that changed on; those before it are there as well. */
    Variant @Nullable [] changed;

    ElementType keyType = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    Frame(Variant source, @Nullable Frame outer) {
      super(source, VALUES);
      this.outer = outer;
    }

    /** The place of this container. Asked only while its own turn in the outer one lasts. */
    Step step() {
      Deque<Frame> unplaced = new ArrayDeque<>();
      for (Frame frame = this; frame != null && frame.step == null; frame = frame.outer) {
        unplaced.push(frame);
      }
      for (Frame frame : unplaced) {
        frame.step = frame.outer == null ? Step.ROOT : frame.outer.placed(frame.outer.index() - 1);
      }
      return Objects.requireNonNull(step);
    }

    /** The place of a child. */
    Step step(int at) {
      step();
      return placed(at);
    }

    private Step placed(int at) {
      int position = container() instanceof VariantDictionary ? at / 2 : at;
      return Objects.requireNonNull(step).child(container(), position, isKey(at));
    }

    /** Takes what became of the child that was taken last. */
    void accept(Variant child) {
      int at = index() - 1;
      if (changed == null && child != get(at)) {
        changed = new Variant[size()];
        for (int i = 0; i < at; i++) {
          changed[i] = get(i);
        }
      }
      if (changed != null) {
        changed[at] = child;
      }
    }

    Variant result(int at) {
      return changed == null ? get(at) : changed[at];
    }
  }

  List<Loss> losses() {
    return losses;
  }

  /** Whether ids and full objects were both kept although the dialect cannot tell them apart. */
  boolean mixesObjects() {
    return openedObject && leaves.keptAmbiguousId();
  }

  Variant convert(Variant root) {
    Variant done = enter(root, null);
    while (done == null || !frames.isEmpty()) {
      if (done != null) {
        frames.element().accept(done);
      }
      Frame frame = frames.element();
      if (frame.hasNext()) {
        done = enter(frame.next(), frame);
      } else {
        done = close(frame);
        frames.pop();
      }
    }
    return done;
  }

  private static Step place(@Nullable Frame outer) {
    return outer == null ? Step.ROOT : outer.step(outer.index() - 1);
  }

  private void lose(Step place, Loss.Reason reason, Variant before, Variant after) {
    losses.add(new Loss(place, reason, before.type(), after.type()));
  }

  /** What becomes of a value, or null if it is a container, which is then on the stack. */
  private @Nullable Variant enter(Variant value, @Nullable Frame outer) {
    if (outer != null && isForeignScript(value, outer)) {
      lose(place(outer), Loss.Reason.SCRIPT, value, NilValue.NIL);
      return NilValue.NIL;
    }
    if (VALUES.isContainer(value) && leaves.has(value.type())) {
      open(value, outer);
      return null;
    }
    Variant fitted = leaves.fit(value);
    Loss.Reason worst = leaves.worst();
    if (worst != null) {
      lose(place(outer), worst, value, fitted);
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
    Frame frame = new Frame(container, outer);
    declaredLoss = null;
    if (container instanceof VariantArray array) {
      boolean typed = target.containerTyping() != ContainerTyping.NONE;
      frame.valueType = declared(array.elementType(), typed);
    } else if (container instanceof VariantDictionary dictionary) {
      boolean typed = target.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
      frame.keyType = declared(dictionary.keyType(), typed);
      frame.valueType = declared(dictionary.valueType(), typed);
    } else {
      openedObject = true;
    }
    if (declaredLoss != null) {
      lose(frame.step(), declaredLoss, container, container);
    }
    frames.push(frame);
  }

  /** What a container can declare of its elements, keys or values. */
  private ElementType declared(ElementType type, boolean typed) {
    if (type.isUntyped()) {
      return type;
    }
    boolean script = type.kind() == ElementType.Kind.SCRIPT;
    String name = script ? type.name() : names.className(type.name());
    String kept = leaves.text(name);
    if (!typed
        || !leaves.has(type.builtin())
        || (script && !kept.startsWith(RESOURCES))
        || kept.isEmpty() != type.name().isEmpty()) {
      declaredLoss = Loss.Reason.UNTYPED;
      return ElementType.UNTYPED;
    }
    if (leaves.worst() != null && declaredLoss == null) {
      declaredLoss = leaves.worst();
    }
    return switch (type.kind()) {
      case CLASS -> ElementType.ofClass(kept);
      case SCRIPT -> ElementType.ofScript(kept);
      default -> type;
    };
  }

  private Variant close(Frame frame) {
    if (frame.container() instanceof VariantArray array) {
      VariantArray now =
          frame.changed == null ? array : VariantArray.copyOf(Arrays.asList(frame.changed));
      return now.withElementType(frame.valueType);
    } else if (frame.container() instanceof VariantDictionary dictionary) {
      VariantDictionary now = entries(frame, dictionary);
      return frame.keyType.equals(now.keyType()) && frame.valueType.equals(now.valueType())
          ? now
          : now.withTypes(frame.keyType, frame.valueType);
    }
    return object(frame, (ObjectValue) frame.container());
  }

  private VariantDictionary entries(Frame frame, VariantDictionary dictionary) {
    boolean keysChanged = false;
    boolean containers = false;
    for (int i = 0; i < dictionary.size(); i++) {
      Variant key = frame.result(2 * i);
      keysChanged |= key != dictionary.keyAt(i);
      containers |= VALUES.isContainer(key);
    }
    if (keysChanged || containers) {
      VariantDictionary positions = positions(frame, dictionary.size());
      if (keysChanged || positions.size() < dictionary.size()) {
        return entries(frame, dictionary, positions);
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

  /** The keys that are distinct for the target, each with the last entry that has it. */
  private VariantDictionary positions(Frame frame, int size) {
    VariantDictionary.Builder positions = VariantDictionary.builder().keyRule(target.keyRule());
    for (int i = 0; i < size; i++) {
      positions.put(frame.result(2 * i), IntValue.of(i));
    }
    return positions.build();
  }

  private VariantDictionary entries(
      Frame frame, VariantDictionary dictionary, VariantDictionary positions) {
    boolean[] kept = new boolean[dictionary.size()];
    List<Variant> values = new ArrayList<>(positions.size());
    for (Variant position : positions.values()) {
      int at = (int) position.asInt();
      kept[at] = true;
      values.add(frame.result(2 * at + 1));
    }
    for (int i = 0; i < kept.length; i++) {
      if (!kept[i]) {
        Variant value = dictionary.valueAt(i);
        lose(frame.step(2 * i + 1), Loss.Reason.SAME_KEY, value, value);
      }
    }
    return positions.withValues(values);
  }

  private Variant object(Frame frame, ObjectValue object) {
    String className = leaves.text(names.className(object.className()));
    if (className.isEmpty()) {
      lose(frame.step(), Loss.Reason.DROPPED, object, NilValue.NIL);
      return NilValue.NIL;
    }
    if (leaves.worst() != null) {
      lose(frame.step(), leaves.worst(), object, object);
    }
    boolean changed = frame.changed != null || !className.equals(object.className());
    boolean renamed = false;
    List<ObjectValue.Property> properties = new ArrayList<>(frame.size());
    for (int i = 0; i < frame.size(); i++) {
      ObjectValue.Property property = object.properties().get(i);
      String name = leaves.text(names.property(object.className(), property.name()));
      if (leaves.worst() != null) {
        lose(frame.step(i), leaves.worst(), property.value(), property.value());
      }
      renamed |= !name.equals(property.name());
      properties.add(new ObjectValue.Property(name, frame.result(i)));
    }
    if (renamed) {
      properties = distinct(frame, object, properties);
    }
    return changed || renamed ? new ObjectValue(className, properties) : object;
  }

  /**
   * Properties of which one may have got the name that another one has: as in dictionaries, the
   * first place and the last value stay. A name that came twice before may do so after.
   */
  private List<ObjectValue.Property> distinct(
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
      int kept = shared.contains(property.name()) ? last.getOrDefault(property.name(), i) : i;
      if (kept != i) {
        lose(frame.step(i), Loss.Reason.SAME_KEY, property.value(), property.value());
      }
      if (!shared.contains(property.name()) || placed.add(property.name())) {
        distinct.add(properties.get(kept));
      }
    }
    return distinct;
  }
}
