package io.github.godotvariant.records.generated;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What is generated for a record: how it is made and taken apart. A class of this kind registers
 * itself when it is loaded, so that its package need not be open to anybody.
 *
 * @param <T> the record
 */
public abstract class GeneratedCodec<T> extends RecordAccess<T> implements FastCodec<T> {
  /** What generated code and this package agree on. */
  public static final int VERSION = 1;

  /** What the name of a generated class has behind that of the record. */
  public static final String SUFFIX = "GodotCodec";

  private static final ClassValue<AtomicReference<@Nullable GeneratedCodec<?>>> REGISTERED =
      new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable GeneratedCodec<?>> computeValue(Class<?> type) {
          return new AtomicReference<>();
        }
      };

  private static final ClassValue<AtomicReference<@Nullable RecordAccess<?>>> SHAPES =
      new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable RecordAccess<?>> computeValue(Class<?> type) {
          return new AtomicReference<>();
        }
      };

  private final Class<T> type;
  private final int version;
  private volatile ComponentCodec @Nullable [] components;

  /**
   * For generated code.
   *
   * @param type the record
   * @param version {@link #VERSION} when it was generated
   */
  protected GeneratedCodec(Class<T> type, int version) {
    this.type = type;
    this.version = version;
  }

  /**
   * Keeps a codec for its class. Called while the generated class is loaded.
   *
   * @param <C> the generated class
   * @param codec the only one of its class
   * @return the same
   */
  protected static <C extends GeneratedCodec<?>> C registered(C codec) {
    REGISTERED.get(codec.type()).set(codec);
    return codec;
  }

  /**
   * Keeps how a record is made that stands for a vector, quaternion or color in another one. Called
   * while the generated class of that one is loaded.
   *
   * @param <S> the record without a codec of its own
   * @param type its class
   * @param access how it is made and taken apart
   */
  protected static <S> void shape(Class<S> type, RecordAccess<S> access) {
    SHAPES.get(type).set(access);
  }

  /**
   * What was generated to make a record and take it apart.
   *
   * @param type its class
   * @return its codec, or what that of a record brought for its vectors and the like; null if there
   *     is none
   * @throws IllegalStateException if it was generated for another version of this library
   */
  public static @Nullable RecordAccess<?> accessTo(Class<?> type) {
    RecordAccess<?> codec = find(type);
    return codec == null ? SHAPES.get(type).get() : codec;
  }

  /**
   * The codec that was generated for a record.
   *
   * @param <T> the record
   * @param type its class
   * @return the codec, or null if none was generated
   * @throws IllegalStateException if it was generated for another version of this library
   */
  public static <T> @Nullable GeneratedCodec<T> find(Class<T> type) {
    AtomicReference<@Nullable GeneratedCodec<?>> registered = REGISTERED.get(type);
    if (registered.get() == null) {
      load(type);
    }
    @SuppressWarnings("unchecked") // registered under its own class
    GeneratedCodec<T> codec = (GeneratedCodec<T>) registered.get();
    if (codec != null && codec.version() != VERSION) {
      throw new IllegalStateException(
          codec.getClass().getName()
              + " was generated for version "
              + codec.version()
              + " of "
              + GeneratedCodec.class.getPackageName()
              + ", and this library has "
              + VERSION
              + ": compile "
              + type.getName()
              + " again with the processor of the library's release");
    }
    return codec;
  }

  /**
   * The codec of a record, or of a sealed interface of records, that is a component of another one.
   *
   * @param <T> the record
   * @param type its class
   * @return the codec; one that leaves all to the general way, if none was generated
   */
  public static <T> FastCodec<T> of(Class<T> type) {
    FastCodec<T> codec = type.isRecord() ? find(type) : FastSealed.of(type);
    return codec == null ? new Ungenerated<>() : codec;
  }

  /**
   * Loads the class that has the name of generated ones, beside the record. The record is a class
   * of the program and its name not one of the input's.
   */
  private static void load(Class<?> type) {
    try {
      Class.forName(nameFor(type), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      // None was generated.
    }
  }

  /** The name of the class that is generated for another, both in one package. */
  private static String nameFor(Class<?> type) {
    String name = type.getName();
    int inPackage = type.getPackageName().length();
    return name.substring(0, inPackage) + name.substring(inPackage).replace('$', '_') + SUFFIX;
  }

  /**
   * What it is for.
   *
   * @return the record
   */
  public final Class<T> type() {
    return type;
  }

  /**
   * For which version it was generated.
   *
   * @return {@link #VERSION} at that time
   */
  public final int version() {
    return version;
  }

  /**
   * Says what the components are, when that is known.
   *
   * @param described the general ways of the components, in their order
   */
  public final synchronized void describe(ComponentCodec[] described) {
    if (components == null) {
      components = described;
    }
  }

  /**
   * The general way of a component.
   *
   * @param number of the component, from 0
   * @return the way
   */
  protected final ComponentCodec component(int number) {
    ComponentCodec[] known = components;
    if (known == null) {
      throw new IllegalStateException(type.getName() + " is not described");
    }
    return known[number];
  }

  /**
   * Reads the record where the input is, if its keys are all there in the order of declaration.
   *
   * @param in the input; moves behind the record, or to where it was surprised
   * @param depth how deep the record's components are
   * @return the record, or null
   */
  protected @Nullable T inOrder(RecordInput in, int depth) {
    return null;
  }

  /**
   * Reads the record where the input is, if its keys are there in any order.
   *
   * @param in the input; moves behind the record, or to where it was surprised
   * @param depth how deep the record's components are
   * @return the record, or null
   */
  protected @Nullable T inAnyOrder(RecordInput in, int depth) {
    return null;
  }

  @Override
  public final @Nullable T read(RecordInput in, int depth) {
    if (in.isOver() || depth > RecordOutput.DEEPEST) {
      return null;
    }
    int start = in.at;
    long elements = in.elementsLeft();
    long heap = in.heapLeft();
    T record = inOrder(in, depth);
    if (record != null) {
      return record;
    }
    // What is read in vain is counted: records in records would be tried ever so often otherwise.
    in.back(start, elements, heap);
    if (in.isOver()) {
      return null;
    }
    record = inAnyOrder(in, depth);
    if (record == null) {
      in.back(start, elements, heap);
    }
    return record;
  }

  @Override
  public int write(RecordOutput to, byte[] out, int at, int end, @Nullable T record, int depth) {
    return RecordOutput.OTHERWISE;
  }

  /** In place of what was not generated: everything goes the general way. */
  private static final class Ungenerated<T> implements FastCodec<T> {
    @Override
    public @Nullable T read(RecordInput in, int depth) {
      return null;
    }

    @Override
    public int write(RecordOutput to, byte[] out, int at, int end, @Nullable T record, int depth) {
      return RecordOutput.OTHERWISE;
    }
  }
}
