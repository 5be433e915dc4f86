package io.github.godotvariant.records.generated;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The base class of the classes that the annotation processor generates for records. A generated
 * class registers its only instance when it is loaded. Therefore, the package of the record need
 * not be open to the library.
 *
 * @param <T> the record
 * @hidden
 */
public abstract class GeneratedCodec<T> {
  /** The version of the interface between generated code and the library. */
  public static final int VERSION = 2;

  /** The end of the name of a generated class, after the name of the record. */
  public static final String SUFFIX = "GodotCodec";

  private static final Registry<GeneratedCodec<?>> CODECS = new Registry<>();
  private static final Registry<RecordAccess<?>> MEMBERS = new Registry<>();
  private static final Registry<Supplier<?>> ADAPTERS = new Registry<>();

  private final int version;

  /** The objects that generated classes have registered, by the class of the record or adapter. */
  private static final class Registry<V> extends ClassValue<AtomicReference<@Nullable V>> {
    /**
     * Registers an object for a class. Does nothing if the class of the object has another class
     * loader, because the entry would prevent that class loader from being unloaded. Such an object
     * is not needed: generated code in another class loader can use only public members. Reflection
     * can use them too, if their package is exported to this module.
     */
    void register(Class<?> type, V value) {
      if (type.getClassLoader() == value.getClass().getClassLoader()) {
        get(type).set(value);
      }
    }

    @Override
    protected AtomicReference<@Nullable V> computeValue(Class<?> type) {
      return new AtomicReference<>();
    }
  }

  /**
   * Creates the only instance of a generated class.
   *
   * @param version {@link #VERSION} of the library with which the class was generated
   */
  protected GeneratedCodec(int version) {
    this.version = version;
  }

  /**
   * Registers a codec. A generated class calls this method when it is loaded.
   *
   * @param <T> the record
   * @param type the class of the record
   * @param codec the codec
   */
  public static <T> void register(Class<? super T> type, GeneratedCodec<T> codec) {
    CODECS.register(type, codec);
  }

  /**
   * Registers the constructor and the accessors of a record. A generated class calls this method
   * when it is loaded.
   *
   * @param <T> the record
   * @param type the class of the record
   * @param members the constructor and the accessors of the record
   */
  public static <T> void register(Class<T> type, RecordAccess<T> members) {
    MEMBERS.register(type, members);
  }

  /**
   * Registers the constructor of an adapter. A generated class calls this method when it is loaded.
   *
   * @param <T> the class of the adapter
   * @param type the class of the adapter
   * @param constructor the constructor of the adapter
   */
  public static <T> void registerAdapter(Class<T> type, Supplier<T> constructor) {
    ADAPTERS.register(type, constructor);
  }

  /**
   * Creates an adapter with its registered constructor.
   *
   * @param <T> the class of the adapter
   * @param type the class of the adapter
   * @return the adapter; null if no constructor was registered
   */
  public static <T> @Nullable T newAdapter(Class<T> type) {
    Supplier<?> constructor = ADAPTERS.get(type).get();
    return constructor == null ? null : type.cast(constructor.get());
  }

  /**
   * Returns the constructor and the accessors that were generated for a record.
   *
   * @param type the class of the record
   * @return the members; null if none were generated
   */
  public static @Nullable RecordAccess<?> members(Class<?> type) {
    return MEMBERS.get(type).get();
  }

  /**
   * Returns the codec that was generated for a record.
   *
   * @param <T> the record
   * @param type the class of the record
   * @return the codec; null if none was generated
   * @throws IllegalStateException if the codec was generated for another version of the library
   */
  public static <T> @Nullable GeneratedCodec<T> find(Class<T> type) {
    AtomicReference<@Nullable GeneratedCodec<?>> registered = CODECS.get(type);
    if (registered.get() == null) {
      load(type);
    }
    @SuppressWarnings("unchecked") // registered for this class
    GeneratedCodec<T> codec = (GeneratedCodec<T>) registered.get();
    if (codec != null && codec.version != VERSION) {
      throw outdated(codec.getClass().getName(), "version " + codec.version, type, null);
    }
    return codec;
  }

  /**
   * Loads the generated class of a record if such a class exists. The name of the generated class
   * depends only on the record, never on the input.
   */
  private static void load(Class<?> type) {
    String name = type.getName();
    int inPackage = type.getPackageName().length();
    String generated =
        name.substring(0, inPackage) + name.substring(inPackage).replace('$', '_') + SUFFIX;
    try {
      Class.forName(generated, true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      // No class was generated.
    } catch (LinkageError e) {
      throw outdated(generated, "another version", type, e);
    }
  }

  private static IllegalStateException outdated(
      String generated, String version, Class<?> type, @Nullable Throwable cause) {
    return new IllegalStateException(
        generated
            + " was generated for "
            + version
            + " of "
            + GeneratedCodec.class.getPackageName()
            + ", and this library has version "
            + VERSION
            + ": compile "
            + type.getName()
            + " again with the processor of the library's release",
        cause);
  }

  /**
   * Reads a record. The return type is not {@code T}, because a bridge method would need more stack
   * for each nested record.
   *
   * @param in the input, which moves past the record
   * @param keys the keys of the record and the adapters of its components
   * @return the record
   */
  public abstract Object read(RecordReader in, RecordKeys keys);

  /**
   * Writes a record.
   *
   * @param out the output
   * @param keys the keys of the record and the adapters of its components
   * @param value the record
   */
  public abstract void write(RecordWriter out, RecordKeys keys, T value);
}
