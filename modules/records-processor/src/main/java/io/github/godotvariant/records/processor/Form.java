package io.github.godotvariant.records.processor;

import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** What a component, or an element of one, is for generated code. */
sealed interface Form {
  /**
   * Whether Java knows an order of such values, and so finds them quickly however their hash codes
   * were chosen; and whether no two of them are one key in Godot.
   */
  default boolean isKey() {
    return this instanceof Constant
        || this == Simple.BOOL
        || this == Simple.BYTE
        || this == Simple.SHORT
        || this == Simple.INT
        || this == Simple.LONG
        || this == Simple.STRING
        || this == Simple.NAME;
  }

  /** How many bytes it takes at least. */
  int least();

  /** How many bytes it takes at most; 0 if that is looked at when it is written. */
  int most();

  /** A value of a class that generated code knows. */
  enum Simple implements Form {
    BOOL(8, 8, "Bool"),
    BYTE(8, 12, "Int"),
    SHORT(8, 12, "Int"),
    INT(8, 12, "Int"),
    LONG(8, 12, "Int"),
    FLOAT(8, 12, "Float"),
    DOUBLE(8, 12, "Float"),
    STRING(8, 0, "Text"),
    NAME(8, 0, "Text"),
    VECTOR2(12, 12, "Vector2"),
    VECTOR3(16, 16, "Vector3"),
    QUATERNION(20, 20, "Quaternion"),
    COLOR(20, 20, "Color");

    private final int least;
    private final int most;

    /** What the methods for it are called after. */
    final String noun;

    Simple(int least, int most, String noun) {
      this.least = least;
      this.most = most;
      this.noun = noun;
    }

    @Override
    public int least() {
      return least;
    }

    @Override
    public int most() {
      return most;
    }
  }

  /**
   * A record of the program's in place of a vector, quaternion or color.
   *
   * @param shape VECTOR2, VECTOR3, QUATERNION or COLOR
   * @param type the record
   * @param places where in the vector each component of the record is
   * @param names of the record's components
   * @param narrow whether they are float
   */
  record Own(
      Simple shape,
      TypeElement type,
      List<Integer> places,
      List<String> names,
      List<Boolean> narrow)
      implements Form {
    @Override
    public int least() {
      return shape.least();
    }

    @Override
    public int most() {
      return shape.most();
    }
  }

  /**
   * A record with a codec of its own.
   *
   * @param type the record
   */
  record Nested(TypeElement type) implements Form {
    @Override
    public int least() {
      return 8;
    }

    @Override
    public int most() {
      return 0;
    }
  }

  /**
   * A constant of an enum.
   *
   * @param type the enum
   * @param as STRING or NAME, which is what it is called, or LONG, which is its number
   */
  record Constant(TypeElement type, Simple as) implements Form {
    @Override
    public int least() {
      return as.least();
    }

    @Override
    public int most() {
      return as.most();
    }
  }

  /**
   * An array of numbers, which is a packed one in Godot. Only as a component, since it is looked
   * for in other forms as well.
   *
   * @param method what reads it
   */
  record Numbers(String method) implements Form {
    @Override
    public int least() {
      return 4;
    }

    @Override
    public int most() {
      return 0;
    }
  }

  /** What an Array is in Java. */
  enum Container {
    LIST,
    SET,
    ARRAY
  }

  /**
   * A List, a Set or an array of references.
   *
   * @param container which of them
   * @param element what is in it
   * @param elementType its type
   */
  record ListOf(Container container, Form element, TypeMirror elementType) implements Form {
    @Override
    public int least() {
      return 8;
    }

    @Override
    public int most() {
      return 0;
    }
  }

  /**
   * A Map.
   *
   * @param key what its keys are
   * @param keyType their type
   * @param value what its values are
   * @param valueType their type
   */
  record MapOf(Form key, TypeMirror keyType, Form value, TypeMirror valueType) implements Form {
    @Override
    public int least() {
      return 8;
    }

    @Override
    public int most() {
      return 0;
    }
  }

  /** What the library reads and writes, in the midst of generated code. */
  record Other() implements Form {
    @Override
    public int least() {
      return 4;
    }

    @Override
    public int most() {
      return 0;
    }
  }
}
