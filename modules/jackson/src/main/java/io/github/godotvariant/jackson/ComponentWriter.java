package io.github.godotvariant.jackson;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantKey;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.jdk.BooleanSerializer;
import tools.jackson.databind.ser.jdk.NumberSerializers;
import tools.jackson.databind.ser.jdk.StringSerializer;
import tools.jackson.databind.util.ClassUtil;

/**
 * Writes a record component whose type is a number, boolean, String or {@code Variant}. The output
 * is the same as the output of Jackson's writer. To save time, a generated function reads the
 * component without boxing, and the encoded name is cached. Together, this saves a sixth of the
 * time for writing a record.
 */
final class ComponentWriter extends BeanPropertyWriter {
  private static final long serialVersionUID = 1L;

  /**
   * The functions that read record components, by record class and component name. The JVM keeps
   * the functions of a class as long as the class.
   */
  private static final ClassValue<Map<String, Object>> FUNCTIONS =
      new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /**
   * Jackson's serializer that writes only the value, by the class of the component. If a component
   * has another serializer, Jackson writes the component. The output of other serializers can
   * depend on settings that differ between Jackson versions.
   */
  private static final Map<Class<?>, Class<?>> SERIALIZERS =
      Map.of(
          boolean.class, BooleanSerializer.class,
          Boolean.class, BooleanSerializer.class,
          int.class, NumberSerializers.IntegerSerializer.class,
          Integer.class, NumberSerializers.IntegerSerializer.class,
          long.class, NumberSerializers.LongSerializer.class,
          Long.class, NumberSerializers.LongSerializer.class,
          float.class, NumberSerializers.FloatSerializer.class,
          double.class, NumberSerializers.DoubleSerializer.class,
          Double.class, NumberSerializers.DoubleSerializer.class,
          String.class, StringSerializer.class);

  private final transient VariantKey key = VariantKey.of(getName());
  private final Class<?> type = getType().getRawClass();

  private final @Nullable Class<?> serializer =
      VariantTypes.isValue(type) ? VariantSerializer.class : SERIALIZERS.get(type);

  /**
   * Whether this class can write the component without Jackson's writer. Cached, because the check
   * is slow.
   */
  private boolean isDirect;

  // These functions read the component; at most one is not null. Separate fields avoid a type
  // check for each record.
  private final transient @Nullable Function<Object, Object> object;
  private final transient @Nullable ToLongFunction<Object> integer;
  private final transient @Nullable ToDoubleFunction<Object> real;
  private final transient @Nullable Predicate<Object> bool;

  @SuppressWarnings("unchecked") // the functions accept the record class
  private ComponentWriter(BeanPropertyWriter writer, @Nullable Object function) {
    super(writer);
    object = function instanceof Function ? (Function<Object, Object>) function : null;
    integer = function instanceof ToLongFunction ? (ToLongFunction<Object>) function : null;
    real = function instanceof ToDoubleFunction ? (ToDoubleFunction<Object>) function : null;
    bool = function instanceof Predicate ? (Predicate<Object>) function : null;
    isDirect = canWriteDirectly();
  }

  private ComponentWriter(ComponentWriter component, PropertyName name) {
    super(component, name);
    object = component.object;
    integer = component.integer;
    real = component.real;
    bool = component.bool;
    isDirect = canWriteDirectly();
  }

  @Override
  protected BeanPropertyWriter _new(PropertyName name) {
    return new ComponentWriter(this, name);
  }

  /** Replaces Jackson's standard writers for the components of records. */
  static final class Modifier extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier bean,
        List<BeanPropertyWriter> properties) {
      return bean.getBeanClass().isRecord()
          ? properties.stream()
              .map(ComponentWriter::of)
              .collect(Collectors.toCollection(ArrayList::new))
          : properties;
    }
  }

  private static BeanPropertyWriter of(BeanPropertyWriter writer) {
    Class<?> type = writer.getType().getRawClass();
    if (writer.getClass() != BeanPropertyWriter.class
        || !(SERIALIZERS.containsKey(type) || VariantTypes.isValue(type))
        || !(writer.getMember().getMember() instanceof Method accessor)) {
      return writer;
    }
    Map<String, Object> functions = FUNCTIONS.get(accessor.getDeclaringClass());
    Object function = functions.get(accessor.getName());
    if (function == null) {
      function = function(accessor);
      if (function == null) {
        return writer;
      }
      functions.put(accessor.getName(), function);
    }
    return new ComponentWriter(writer, function);
  }

  private static @Nullable Object function(Method accessor) {
    Class<?> type = accessor.getReturnType();
    if (type == long.class || type == int.class) {
      return function(accessor, ToLongFunction.class, "applyAsLong", long.class);
    } else if (type == double.class || type == float.class) {
      return function(accessor, ToDoubleFunction.class, "applyAsDouble", double.class);
    } else if (type == boolean.class) {
      return function(accessor, Predicate.class, "test", boolean.class);
    }
    return function(accessor, Function.class, "apply", Object.class);
  }

  /**
   * Creates a function that calls an accessor. Returns null if the record is not accessible, or if
   * the JVM cannot define the class of the function.
   */
  private static @Nullable Object function(
      Method accessor, Class<?> kind, String name, Class<?> result) {
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(accessor.getDeclaringClass(), MethodHandles.lookup());
      MethodHandle handle = lookup.unreflect(accessor);
      return LambdaMetafactory.metafactory(
              lookup,
              name,
              MethodType.methodType(kind),
              MethodType.methodType(result, Object.class),
              handle,
              handle.type())
          .getTarget()
          .invoke();
    } catch (Exception | LinkageError | InternalError e) {
      return null; // Java 17 throws InternalError if it cannot define the class.
    } catch (Throwable e) {
      throw ClassUtil.sneakyThrow(e);
    }
  }

  @Override
  public void serializeAsProperty(Object bean, JsonGenerator out, SerializationContext context)
      throws Exception {
    if (!isDirect) {
      super.serializeAsProperty(bean, out, context);
    } else if (object == null) {
      writeName(out);
      writePrimitive(bean, out);
    } else {
      Object value = object.apply(bean);
      if (value != null) {
        writeName(out);
        _serializer.serialize(value, out, context);
      } else if (_nullSerializer != null) {
        writeName(out);
        _nullSerializer.serialize(value, out, context);
      }
    }
  }

  @Override
  public void assignSerializer(ValueSerializer<Object> assigned) {
    super.assignSerializer(assigned);
    isDirect = canWriteDirectly();
  }

  @Override
  public void assignTypeSerializer(TypeSerializer assigned) {
    super.assignTypeSerializer(assigned);
    isDirect = canWriteDirectly();
  }

  private boolean canWriteDirectly() {
    return _suppressableValue == null && _typeSerializer == null && isPlain();
  }

  private boolean isPlain() {
    return serializer != null && _serializer != null && _serializer.getClass() == serializer;
  }

  private void writeName(JsonGenerator out) {
    if (out instanceof GodotGenerator godot) {
      godot.writeName(key);
    } else {
      out.writeName(_name);
    }
  }

  private void writePrimitive(Object bean, JsonGenerator out) {
    if (integer != null) {
      long number = integer.applyAsLong(bean);
      if (type == int.class) {
        out.writeNumber((int) number);
      } else {
        out.writeNumber(number);
      }
    } else if (real != null) {
      double number = real.applyAsDouble(bean);
      if (type == float.class) {
        out.writeNumber((float) number);
      } else {
        out.writeNumber(number);
      }
    } else if (bool != null) {
      out.writeBoolean(bool.test(bean));
    }
  }

  /**
   * Returns a writer whose {@link #number} reads a component of a record that has the components of
   * a math type.
   *
   * @param shape the math type
   * @return the writer; null if the component has an unsuitable class, or if Jackson may omit the
   *     component or write it in another form
   */
  static @Nullable ComponentWriter ofNumber(PropertyWriter writer, VariantType shape) {
    ComponentWriter component;
    if (writer instanceof ComponentWriter function) {
      component = function;
    } else if (writer.getClass() == BeanPropertyWriter.class) {
      component = new ComponentWriter((BeanPropertyWriter) writer, null);
    } else {
      return null;
    }
    Class<?> type = component.type;
    boolean isNumber =
        shape.range().isPresent() ? type == int.class : type == float.class || type == double.class;
    return isNumber && component.isPlain() && component._suppressableValue == null
        ? component
        : null;
  }

  /** Reads the component from a record, as a number. */
  double number(Object bean) throws Exception {
    return real != null
        ? real.applyAsDouble(bean)
        : integer != null ? integer.applyAsLong(bean) : ((Number) get(bean)).doubleValue();
  }
}
