package io.github.godotvariant.internal.component;

import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the declaration of a Kotlin class from the annotation {@code kotlin.Metadata}. At run time,
 * only this annotation says which Kotlin types are nullable.
 */
public final class KotlinMetadata {
  /** The name of the annotation. */
  public static final String ANNOTATION = "kotlin.Metadata";

  /** The name of the member of the annotation that contains the declarations. */
  public static final String DATA = "d1";

  /** The name of the member of the annotation that contains the names. */
  public static final String NAMES = "d2";

  /**
   * The message for a component that has a default argument in Kotlin but no annotation {@code
   * DefaultValue}.
   */
  public static final String DEFAULT_ARGUMENT =
      "the default argument is not used for a missing key; add @DefaultValue, or remove the"
          + " default argument of a nullable or optional component";

  /** The end of a message about a Kotlin class that is not a record. */
  private static final String ADVICE = "; in Kotlin, declare a data class with @GodotRecord";

  /**
   * The maximum nesting depth of Protocol Buffers messages, so that deeply nested types do not
   * overflow the stack.
   */
  private static final int MAX_DEPTH = 500;

  /**
   * The first character of the member {@link #DATA} if each of the following characters contains
   * one byte.
   */
  private static final char BYTES = 0;

  // The field numbers and flags in the Protocol Buffers messages that contain declarations.
  private static final int CLASS_FLAGS = 1;
  private static final int CLASS_CONSTRUCTOR = 8;
  private static final int CLASS_PERMITTED = 16;
  private static final int MODALITY = 3 << 4;
  private static final int KIND = 7 << 6;
  private static final int IS_DATA = 1 << 10;
  private static final int CONSTRUCTOR_FLAGS = 1;
  private static final int CONSTRUCTOR_PARAMETER = 2;
  private static final int IS_SECONDARY = 1 << 4;
  private static final int PARAMETER_FLAGS = 1;
  private static final int PARAMETER_NAME = 2;
  private static final int PARAMETER_TYPE = 3;
  private static final int PARAMETER_TYPE_ID = 5;
  private static final int HAS_DEFAULT = 1 << 1;
  private static final int TYPE_ARGUMENT = 2;
  private static final int TYPE_NULLABLE = 3;
  private static final int ARGUMENT_TYPE = 2;

  private KotlinMetadata() {}

  /**
   * A type in the Kotlin metadata.
   *
   * @param arguments the type arguments; for an array of objects, one argument, which is the type
   *     of the elements
   */
  public record KotlinType(boolean isNullable, List<KotlinType> arguments) {
    static final KotlinType UNKNOWN = new KotlinType(false, List.of());

    /**
     * Returns the type argument at an index; {@link #UNKNOWN}, which is not nullable, if there is
     * no such argument.
     */
    KotlinType argument(int index) {
      return index < arguments.size() ? arguments.get(index) : UNKNOWN;
    }
  }

  /** A parameter of the primary constructor; the name is empty if it is unknown. */
  public record Parameter(String name, KotlinType type, boolean hasDefault) {}

  /**
   * A class or interface in the Kotlin metadata.
   *
   * @param constructor the parameters of the primary constructor; null if there is none
   * @param permitted the descriptors of the types that a sealed type permits
   */
  public record KotlinClass(
      int flags, @Nullable List<Parameter> constructor, List<String> permitted) {
    /** Returns whether this is a data class; false for a data object. */
    public boolean isDataClass() {
      return constructor != null && (flags & (IS_DATA | KIND)) == IS_DATA;
    }

    /** Returns whether the type is sealed. */
    public boolean isSealed() {
      return (flags & MODALITY) == MODALITY;
    }
  }

  /**
   * Returns the end of a message about a type that is not a record: advice for a Kotlin class,
   * otherwise an empty text.
   */
  public static String advice(Class<?> type) {
    return type.isInterface() || type.isRecord() || annotation(type) == null ? "" : ADVICE;
  }

  private static @Nullable Annotation annotation(Class<?> type) {
    for (Annotation each : type.getDeclaredAnnotations()) {
      if (each.annotationType().getName().equals(ANNOTATION)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the declaration of a Kotlin class; null if the class is not a Kotlin class. */
  static @Nullable KotlinClass of(Class<?> type) {
    Annotation annotation = annotation(type);
    if (annotation == null) {
      return null;
    }
    try {
      return parse(strings(annotation, DATA), strings(annotation, NAMES));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(type.getName() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the name of the Java method that returns a Kotlin property. */
  public static String getter(String property) {
    char first = property.charAt(0);
    boolean isGetter =
        property.startsWith("is") && property.length() > 2 && !isLower(property.charAt(2));
    return isGetter
        ? property
        : "get" + (isLower(first) ? (char) (first - 'a' + 'A') : first) + property.substring(1);
  }

  private static boolean isLower(char letter) {
    return letter >= 'a' && letter <= 'z';
  }

  private static String[] strings(Annotation annotation, String member) {
    try {
      return (String[]) annotation.annotationType().getMethod(member).invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // the annotation is public and has the member
    }
  }

  /**
   * Returns the declaration of a class.
   *
   * @param data the value of the annotation member {@link #DATA}
   * @param names the value of the annotation member {@link #NAMES}
   * @throws IllegalArgumentException if the data is malformed
   */
  public static KotlinClass parse(String[] data, String[] names) {
    int flags = 0;
    List<Parameter> constructor = null;
    List<String> permitted = new ArrayList<>();
    String text = String.join("", data);
    if (!text.isEmpty() && text.charAt(0) == BYTES) {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      Message in = new Message(bytes, 1, bytes.length, 0);
      in.content(); // skips the table of names: the number of a name is its index in the names
      while (in.next()) {
        if (in.field == CLASS_FLAGS) {
          flags = in.varint();
        } else if (in.field == CLASS_CONSTRUCTOR && constructor == null) {
          constructor = constructor(in.content(), names);
        } else if (in.field == CLASS_PERMITTED) {
          for (Message all = in.content(); all.position < all.end; ) {
            permitted.add(name(all.varint(), names));
          }
        }
        in.skip();
      }
    }
    return new KotlinClass(flags, constructor, permitted);
  }

  private static String name(int number, String... names) {
    return number >= 0 && number < names.length ? names[number] : "";
  }

  private static @Nullable List<Parameter> constructor(Message in, String... names) {
    List<Parameter> parameters = new ArrayList<>();
    while (in.next()) {
      if (in.field == CONSTRUCTOR_FLAGS && (in.varint() & IS_SECONDARY) != 0) {
        return null;
      } else if (in.field == CONSTRUCTOR_PARAMETER) {
        parameters.add(parameter(in.content(), names));
      }
      in.skip();
    }
    return parameters;
  }

  private static Parameter parameter(Message in, String... names) {
    String name = "";
    boolean hasDefault = false;
    KotlinType type = KotlinType.UNKNOWN;
    while (in.next()) {
      if (in.field == PARAMETER_FLAGS) {
        hasDefault = (in.varint() & HAS_DEFAULT) != 0;
      } else if (in.field == PARAMETER_NAME) {
        name = name(in.varint(), names);
      } else if (in.field == PARAMETER_TYPE) {
        type = type(in.content());
      } else if (in.field == PARAMETER_TYPE_ID) {
        throw new IllegalArgumentException(
            "the Kotlin metadata has a type table; compile without -Xuse-type-table");
      }
      in.skip();
    }
    return new Parameter(name, type, hasDefault);
  }

  private static KotlinType type(Message in) {
    boolean isNullable = false;
    List<KotlinType> arguments = new ArrayList<>();
    while (in.next()) {
      if (in.field == TYPE_NULLABLE) {
        isNullable = in.varint() != 0;
      } else if (in.field == TYPE_ARGUMENT) {
        arguments.add(argument(in.content()));
      }
      in.skip();
    }
    return new KotlinType(isNullable, List.copyOf(arguments));
  }

  private static KotlinType argument(Message in) {
    KotlinType type = KotlinType.UNKNOWN;
    while (in.next()) {
      if (in.field == ARGUMENT_TYPE) {
        type = type(in.content());
      }
      in.skip();
    }
    return type;
  }

  /** A cursor in a Protocol Buffers message. */
  private static final class Message {
    private final byte[] bytes;
    private final int end;
    private final int depth;
    private int position;

    /** The number of the current field. */
    private int field;

    /**
     * The Protocol Buffers wire type of the current field; -1 if the value of the field was read.
     */
    private int wireType;

    Message(byte[] bytes, int position, int end, int depth) {
      this.bytes = bytes;
      this.position = position;
      this.end = end;
      this.depth = depth;
    }

    /** Moves to the next field; returns false at the end. */
    boolean next() {
      if (position >= end) {
        return false;
      }
      int tag = varint();
      field = tag >>> 3;
      wireType = tag & 7;
      return true;
    }

    int varint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        if (position >= end) {
          throw new IllegalArgumentException("the Kotlin metadata ends early");
        }
        byte part = bytes[position++];
        value |= (part & 0x7f) << shift;
        if (part >= 0) {
          wireType = -1;
          return value;
        }
      }
    }

    Message content() {
      int length = varint();
      if (length < 0 || length > end - position) {
        throw new IllegalArgumentException("the Kotlin metadata ends early");
      }
      if (depth == MAX_DEPTH) {
        throw new IllegalArgumentException(
            "the Kotlin metadata is nested deeper than " + MAX_DEPTH + " levels");
      }
      position += length;
      return new Message(bytes, position - length, position, depth + 1);
    }

    /** Skips the value of the current field if it was not read. */
    void skip() {
      switch (wireType) {
        case -1 -> {}
        case 0 -> varint();
        case 1 -> position += 8;
        case 2 -> content();
        case 5 -> position += 4;
        default -> throw new IllegalArgumentException("the Kotlin metadata is malformed");
      }
    }
  }
}
