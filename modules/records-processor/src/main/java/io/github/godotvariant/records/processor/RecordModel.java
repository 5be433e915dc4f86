package io.github.godotvariant.records.processor;

import java.util.Collection;
import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A record for which code is generated.
 *
 * @param record the record
 * @param packageName the name of the package of the record; empty for the unnamed package
 * @param className the name of the generated class
 * @param components the components in their order
 * @param hasNames whether keys are written as StringNames
 * @param isGeneratedKnown whether the annotation {@code Generated} can be used
 * @param mathRecords the records that represent math types, in the order of their names
 * @param adapters the adapters whose constructors the code calls, in the order of their names
 */
record RecordModel(
    TypeElement record,
    String packageName,
    String className,
    List<ComponentModel> components,
    boolean hasNames,
    boolean isGeneratedKnown,
    Collection<TypeElement> mathRecords,
    Collection<TypeElement> adapters) {
  /**
   * The maximum for {@link #hasCodec}: generated methods have a bit of a {@code long} for each
   * component.
   */
  private static final int MAX_COMPONENTS = 64;

  boolean isGeneric() {
    return !record.getTypeParameters().isEmpty();
  }

  /**
   * {@return whether the generated class reads and writes the record} Otherwise it only calls the
   * constructor and the accessors.
   */
  boolean hasCodec() {
    return components.size() <= MAX_COMPONENTS;
  }
}
