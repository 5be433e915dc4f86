package io.github.godotvariant.records.generated;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What is generated for a record: how it is made and taken apart. A class of this kind registers
 * itself when it is loaded, so that its package need not be open to anybody.
 *
 * @param <T> the record
 */
public abstract class GeneratedCodec<T> extends RecordAccess<T> {
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

  private final Class<T> type;
  private final int version;

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
    return type.getName().replace('$', '_') + SUFFIX;
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
}
