package io.github.godotvariant.records.processor;

import java.util.Collection;
import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A record for which code is generated.
 *
 * @param record the record
 * @param packageName name of its package; empty for the unnamed package
 * @param className name of the generated class
 * @param components the components in their order
 * @param hasNames whether keys are StringNames
 * @param isGeneratedKnown whether the annotation {@code Generated} can be used
 * @param mathRecords records that represent math types, in the order of their names
 * @param adapters adapters of foreign types, in the order of their names
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
  /** A generated method has a bit of a {@code long} for each component. */
  private static final int MAX_COMPONENTS = 64;

  boolean isGeneric() {
    return !record.getTypeParameters().isEmpty();
  }

  /** {@return whether the generated class reads and writes the record itself} */
  boolean hasCodec() {
    return components.size() <= MAX_COMPONENTS;
  }
}
