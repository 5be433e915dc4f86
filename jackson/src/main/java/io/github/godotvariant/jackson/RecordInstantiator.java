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
  private final MethodHandle constructor;

  /** Takes the components in an array. */
  private final MethodHandle ofComponents;

  private RecordInstantiator(StdValueInstantiator plain, MethodHandle constructor) {
    super(plain);
    this.constructor = constructor;
    ofComponents =
        constructor
            .asSpreader(Object[].class, constructor.type().parameterCount())
            .asType(MethodType.methodType(Object.class, Object[].class));
  }

  /**
   * What makes a record of numbers.
   *
   * @param places for each component, which of the numbers it is
   * @return takes a {@code double[]}, gives an {@code Object}
   */
  MethodHandle ofNumbers(int... places) {
    MethodType numbers = MethodType.genericMethodType(places.length).changeReturnType(Object.class);
    for (int i = 0; i < places.length; i++) {
      numbers = numbers.changeParameterType(i, double.class);
    }
    return MethodHandles.permuteArguments(
            MethodHandles.explicitCastArguments(constructor, numbers), numbers, places)
        .asSpreader(double[].class, places.length);
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
      return (Object) ofComponents.invokeExact(components);
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
          return new RecordInstantiator(
              (StdValueInstantiator) instantiator,
              MethodHandles.lookup().unreflectConstructor(creator.getAnnotated()));
        } catch (IllegalAccessException e) {
          return instantiator; // which says so
        }
      }
      return instantiator;
    }
  }
}
