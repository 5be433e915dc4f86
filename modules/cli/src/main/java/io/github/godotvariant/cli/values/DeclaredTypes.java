package io.github.godotvariant.cli.values;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.convert.VariantDiff.Location;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Checks that the contents of typed arrays and dictionaries have the declared types, and that full
 * objects and declared classes are written only with --objects.
 */
public final class DeclaredTypes {
  /** A container and its location in the value. */
  private record Container(Variant value, Location place) {}

  private static final String STAND_IN_CLASS = "EncodedObjectAsID";

  private final Deque<Container> open = new ArrayDeque<>();

  private final ObjectMode objects;

  /** Whether the contents of typed containers are compared with the declared types. */
  private final boolean contents;

  private DeclaredTypes(ObjectMode objects, boolean contents) {
    this.objects = objects;
    this.contents = contents;
  }

  /**
   * Checks the contents of typed containers, the objects, and the declared classes in a value.
   *
   * @param objects whether full objects can be written
   * @return the value
   * @throws VariantTypeException if an element, key or value does not have the type that its
   *     container declares. Also if a declared class or an object cannot be written. The message
   *     contains the path
   */
  public static Variant checked(Variant value, ObjectMode objects) {
    new DeclaredTypes(objects, true).check(value);
    return value;
  }

  /**
   * Checks only the objects and the declared classes in a value. The contents of a value from a
   * file may differ from the declared types.
   *
   * @param objects whether full objects can be written
   * @throws VariantTypeException if a declared class or an object cannot be written; the message
   *     has the path
   */
  public static void checkClasses(Variant value, ObjectMode objects) {
    new DeclaredTypes(objects, false).check(value);
  }

  private void check(Variant value) {
    if (VALUES.isContainer(value)) {
      push(new Container(value, Location.ROOT));
    }
    while (!open.isEmpty()) {
      checkContents(open.pop());
    }
  }

  private void checkContents(Container container) {
    if (container.value() instanceof VariantArray array) {
      for (int i = 0; i < array.size(); i++) {
        checkItem(array.elementType(), "element", array.get(i), container, i);
      }
    } else if (container.value() instanceof VariantDictionary dictionary) {
      for (int i = 0; i < dictionary.size(); i++) {
        Variant key = dictionary.keyAt(i);
        checkItem(dictionary.keyType(), "key", key, container, key);
        checkItem(dictionary.valueType(), "value", dictionary.valueAt(i), container, key);
      }
    } else {
      for (ObjectValue.Property one : ((ObjectValue) container.value()).properties()) {
        checkItem(ElementType.UNTYPED, "property", one.value(), container, one.name());
      }
    }
  }

  private void checkItem(
      ElementType declared, String what, Variant value, Container outer, Object step) {
    if (contents && !declared.accepts(value)) {
      throw declared.refusal(what, value, outer.place().child(Variant.of(step)).path());
    }
    if (VALUES.isContainer(value)) {
      push(new Container(value, outer.place().child(Variant.of(step))));
    }
  }

  private void push(Container container) {
    if (objects == ObjectMode.IDS) {
      if (container.value() instanceof ObjectValue) {
        throw needsObjects("a full object", container.place());
      } else if (container.value() instanceof VariantArray array) {
        checkClass(array.elementType(), container.place());
      } else if (container.value() instanceof VariantDictionary dictionary) {
        checkClass(dictionary.keyType(), container.place());
        checkClass(dictionary.valueType(), container.place());
      }
    }
    open.push(container);
  }

  /**
   * Rejects a declared class or script. Without full objects, {@link #STAND_IN_CLASS} would be
   * written instead of the name of the class or script, as in the engine.
   */
  private static void checkClass(ElementType declared, Location place) {
    boolean named =
        declared.kind() == ElementType.Kind.CLASS || declared.kind() == ElementType.Kind.SCRIPT;
    if (named && !declared.name().isEmpty() && !declared.name().equals(STAND_IN_CLASS)) {
      String shown = new Notation(Detail.SHORT).plain(declared.toString());
      throw needsObjects("a container of " + shown, place);
    }
  }

  private static VariantTypeException needsObjects(String what, Location place) {
    return new VariantTypeException(
        what + ", which is written only with --objects",
        VariantTypeException.NO_OFFSET,
        place.path().toString());
  }
}
