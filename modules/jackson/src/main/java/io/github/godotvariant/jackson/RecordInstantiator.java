package io.github.godotvariant.jackson;

import io.github.godotvariant.internal.values.ReadBudget;
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
 * Creates records from their components as Jackson does, and counts their memory against the memory
 * limit. Jackson adapts the method handle of the constructor again for each created record, which
 * takes a large part of the reading time. This class adapts the method handle only once.
 */
final class RecordInstantiator extends StdValueInstantiator {
  /** The constructor, which takes the components in an array. */
  private final MethodHandle constructor;

  private RecordInstantiator(StdValueInstantiator plain, MethodHandle constructor) {
    super(plain);
    this.constructor = constructor;
  }

  @Override
  public Object createFromObjectWith(DeserializationContext context, Object[] components)
      throws JacksonException {
    if (context.getParser() instanceof GodotParser godot) {
      godot.charge((long) components.length * ReadBudget.COMPONENT);
    }
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

  /** Replaces Jackson's standard instantiator for records. */
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
          return instantiator; // throws Jackson's exception on use
        }
      }
      return instantiator;
    }
  }
}
