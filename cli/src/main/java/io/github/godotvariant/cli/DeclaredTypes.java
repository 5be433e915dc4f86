package io.github.godotvariant.cli;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ObjectMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that what is in typed arrays and dictionaries is what they are declared to hold, and
 * that objects are only written if that was asked for.
 */
final class DeclaredTypes {
  /** A container and how it was reached; a path is only made where something is wrong. */
  private record Container(Variant value, @Nullable Container outer, Variant step) {
    VariantPath path() {
      List<Variant> steps = new ArrayList<>();
      for (Container on = this; on.outer != null; on = on.outer) {
        steps.add(on.step);
      }
      Collections.reverse(steps);
      return VariantPath.of(steps);
    }
  }

  private final Deque<Container> open = new ArrayDeque<>();

  private final ObjectMode objects;

  private DeclaredTypes(ObjectMode objects) {
    this.objects = objects;
  }

  /**
   * Checks a value.
   *
   * @param objects whether full objects can be written
   * @return the value
   * @throws VariantTypeException if something in it is of another type, or an object that cannot be
   *     written, and where
   */
  static Variant checked(Variant value, ObjectMode objects) {
    DeclaredTypes types = new DeclaredTypes(objects);
    if (isContainer(value)) {
      types.push(new Container(value, null, NilValue.NIL));
    }
    while (!types.open.isEmpty()) {
      types.look(types.open.pop());
    }
    return value;
  }

  private static boolean isContainer(Variant value) {
    return value instanceof VariantArray
        || value instanceof VariantDictionary
        || value instanceof ObjectValue;
  }

  private void look(Container container) {
    if (container.value() instanceof VariantArray array) {
      for (int i = 0; i < array.size(); i++) {
        look(array.elementType(), "element", array.get(i), container, i);
      }
    } else if (container.value() instanceof VariantDictionary dictionary) {
      for (int i = 0; i < dictionary.size(); i++) {
        Variant key = dictionary.keyAt(i);
        look(dictionary.keyType(), "key", key, container, key);
        look(dictionary.valueType(), "value", dictionary.valueAt(i), container, key);
      }
    } else {
      for (ObjectValue.Property one : ((ObjectValue) container.value()).properties()) {
        look(ElementType.UNTYPED, "property", one.value(), container, one.name());
      }
    }
  }

  private void look(
      ElementType declared, String what, Variant value, Container outer, Object step) {
    if (!declared.accepts(value)) {
      throw new VariantTypeException(
          what + " has to be " + declared + " but is " + value.type().godotName(),
          VariantTypeException.NO_OFFSET,
          outer.path().key(Variant.of(step)).toString());
    }
    if (isContainer(value)) {
      push(new Container(value, outer, Variant.of(step)));
    }
  }

  private void push(Container container) {
    if (container.value() instanceof ObjectValue && objects == ObjectMode.IDS) {
      throw new VariantTypeException(
          "a full object, which is written only with --objects",
          VariantTypeException.NO_OFFSET,
          container.path().toString());
    }
    open.push(container);
  }
}
