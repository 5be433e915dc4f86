package io.github.godotvariant.cli;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantTypeException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes sure that what is in typed arrays and dictionaries is what they are declared to hold. */
final class DeclaredTypes {
  private record Container(Variant value, VariantPath path) {}

  private final Deque<Container> open = new ArrayDeque<>();

  private DeclaredTypes() {}

  /**
   * Checks a value.
   *
   * @return the value
   * @throws VariantTypeException if something in it is of another type, and where
   */
  static Variant checked(Variant value) {
    DeclaredTypes types = new DeclaredTypes();
    if (isContainer(value)) {
      types.open.push(new Container(value, VariantPath.ROOT));
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
    VariantPath path = container.path();
    if (container.value() instanceof VariantArray array) {
      for (int i = 0; i < array.size(); i++) {
        look(array.elementType(), "element", array.get(i), path, i);
      }
    } else if (container.value() instanceof VariantDictionary dictionary) {
      for (int i = 0; i < dictionary.size(); i++) {
        Variant key = dictionary.keyAt(i);
        look(dictionary.keyType(), "key", key, path, key);
        look(dictionary.valueType(), "value", dictionary.valueAt(i), path, key);
      }
    } else {
      for (ObjectValue.Property one : ((ObjectValue) container.value()).properties()) {
        look(ElementType.UNTYPED, "property", one.value(), path, one.name());
      }
    }
  }

  private void look(
      ElementType declared, String what, Variant value, VariantPath outer, Object step) {
    if (!declared.accepts(value)) {
      throw new VariantTypeException(
          what + " has to be " + declared + " but is " + value.type().godotName(),
          VariantTypeException.NO_OFFSET,
          outer.key(Variant.of(step)).toString());
    }
    if (isContainer(value)) {
      open.push(new Container(value, outer.key(Variant.of(step))));
    }
  }
}
