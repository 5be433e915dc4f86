package io.github.godotvariant.jackson;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.util.ClassUtil;

/**
 * Makes records of their components as Jackson does, with a method handle that is adapted once and
 * not for each record: that is a good part of the time that reading a record takes.
 */
final class RecordInstantiator extends StdValueInstantiator {
  /** Takes the components in an array. */
  private final MethodHandle constructor;

  private RecordInstantiator(StdValueInstantiator plain, MethodHandle constructor) {
    super(plain);
    this.constructor = constructor;
  }

  @Override
  public Object createFromObjectWith(DeserializationContext context, Object[] components)
      throws JacksonException {
    try {
      return construct(components);
    } catch (Exception e) {
      return context.handleInstantiationProblem(
          getValueClass(), components, rewrapCtorProblem(context, e));
    }
  }

  private Object construct(Object[] components) throws Exception {
    try {
      return (Object) constructor.invokeExact(components);
    } catch (Throwable e) {
      throw ClassUtil.sneakyThrow(e);
    }
  }

  /** Puts itself in the place of what makes records without further ado. */
  static final class Modifier extends ValueInstantiators.Base {
    @Override
    public ValueInstantiator modifyValueInstantiator(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueInstantiator instantiator) {
      if (bean.getBeanClass().isRecord()
          && instantiator.getClass() == StdValueInstantiator.class
          && instantiator.getWithArgsCreator() instanceof AnnotatedConstructor creator) {
        try {
          MethodHandle constructor =
              MethodHandles.lookup()
                  .unreflectConstructor(creator.getAnnotated())
                  .asSpreader(Object[].class, creator.getParameterCount())
                  .asType(MethodType.methodType(Object.class, Object[].class));
          return new RecordInstantiator((StdValueInstantiator) instantiator, constructor);
        } catch (IllegalAccessException e) {
          return instantiator; // which says so
        }
      }
      return instantiator;
    }
  }
}
