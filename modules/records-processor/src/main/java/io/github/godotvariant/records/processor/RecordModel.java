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
 * @param components the components, in the order of declaration
 * @param hasNames whether keys are written as StringNames
 * @param isGeneratedKnown whether generated code can use the annotation {@code
 *     javax.annotation.processing.Generated}
 * @param mathRecords the types of components that are records and represent math types such as a
 *     vector, sorted by name
 * @param adapters the adapters whose constructors the generated code calls, sorted by name
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
   * The maximum number of components of a record that generated code reads and writes. The
   * generated methods use one bit of a {@code long} for each component.
   */
  private static final int MAX_COMPONENTS = 64;

  boolean isGeneric() {
    return !record.getTypeParameters().isEmpty();
  }

  /**
   * {@return whether the generated class reads and writes the record} Otherwise, the generated
   * class only calls the constructor and the accessors of the record.
   */
  boolean hasCodec() {
    return components.size() <= MAX_COMPONENTS;
  }
}
