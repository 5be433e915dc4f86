package io.github.godotvariant.records.processor;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.component.KotlinMetadata;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.UnknownKeys;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.processor.ComponentModel.Presence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Creates the models from which the code for records is generated. Rejects declarations with
 * errors.
 */
final class RecordAnalyzer {
  private final Types types;
  private final Elements elements;
  private final TypeAnalyzer typeAnalyzer;

  /**
   * Creates an analyzer.
   *
   * @param sources the top-level classes and packages that are compiled from source, not read from
   *     class files
   */
  RecordAnalyzer(ProcessingEnvironment environment, Set<Element> sources) {
    types = environment.getTypeUtils();
    elements = environment.getElementUtils();
    typeAnalyzer = new TypeAnalyzer(environment, sources);
  }

  /** Returns the model from which the code for a record is generated. */
  RecordModel model(TypeElement record) throws ProcessingError {
    GodotRecord annotation = record.getAnnotation(GodotRecord.class);
    TypeAnalyzer.checkAccess(record);
    List<ComponentModel> components = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    TypeElement parent = SealedAnalyzer.sealedParent(record);
    String typeKey = parent == null ? null : parent.getAnnotation(GodotRecord.class).typeKey();
    if (parent == null && TypeAnalyzer.has(record, Alias.class)) {
      throw new ProcessingError(
          record, "@Alias is allowed only on records of a sealed interface with @GodotRecord");
    }
    boolean rejectsUnknownKeys = annotation.unknownKeys() == UnknownKeys.REFUSE;
    boolean hasOthers = false;
    List<ProcessingError> errors = new ArrayList<>();
    for (ComponentElement each : ComponentElement.of(record, types)) {
      Element field = each.field();
      try {
        ComponentModel component = component(each, annotation);
        if (component.presence() == Presence.OTHERS) {
          if (hasOthers) {
            throw new ProcessingError(field, "two components have @OtherKeys");
          }
          if (each.annotation(Alias.class) != null) {
            throw new ProcessingError(field, "@Alias cannot be used with @OtherKeys");
          }
          if (rejectsUnknownKeys) {
            throw new ProcessingError(field, "@OtherKeys cannot be used with UnknownKeys.REFUSE");
          }
          hasOthers = true;
        } else {
          addKey(keys, component.key(), typeKey, field);
          for (String alias : DeclaredTexts.aliases(each.annotation(Alias.class))) {
            addKey(keys, alias, typeKey, field);
          }
        }
        components.add(component);
      } catch (ProcessingError e) {
        errors.add(e);
      }
    }
    if (!errors.isEmpty()) {
      ProcessingError first = errors.remove(0);
      errors.forEach(first::addSuppressed);
      throw first;
    }
    String binary = elements.getBinaryName(record).toString();
    String packageName = elements.getPackageOf(record).getQualifiedName().toString();
    String inPackage = packageName.isEmpty() ? binary : binary.substring(packageName.length() + 1);
    return new RecordModel(
        record,
        packageName,
        inPackage.replace('$', '_') + GeneratedCodec.SUFFIX,
        components,
        annotation.stringNameKeys(),
        elements.getTypeElement(
                elements.getModuleOf(record), "javax.annotation.processing.Generated")
            != null,
        typeAnalyzer.mathRecords(),
        typeAnalyzer.adapters());
  }

  private static void addKey(
      Set<String> keys, String key, @Nullable String typeKey, Element component)
      throws ProcessingError {
    if (key.equals(typeKey)) {
      throw new ProcessingError(
          component,
          "the key \"" + key + "\" is the type key; choose another one with typeKey or @Key");
    }
    if (!keys.add(key)) {
      throw new ProcessingError(component, "the key \"" + key + "\" is used twice");
    }
  }

  private ComponentModel component(ComponentElement declared, GodotRecord annotation)
      throws ProcessingError {
    Element component = declared.field();
    String name = declared.name();
    Key renamed = declared.annotation(Key.class);
    String key = renamed == null ? annotation.naming().key(name) : renamed.value();
    TypeMirror type = declared.type();
    TypeMirror erased = types.erasure(component.asType());
    if (declared.annotation(OtherKeys.class) != null) {
      if (!TypeAnalyzer.source(type).equals(VariantDictionary.class.getName())) {
        throw new ProcessingError(component, "@OtherKeys requires the type VariantDictionary");
      }
      return new ComponentModel(declared, key, erased, new TypeModel.Adapted(), Presence.OTHERS);
    }
    Presence presence = Presence.REQUIRED;
    TypeModel model;
    List<AnnotationMirror> annotations = TypeAnalyzer.annotations(type, declared.typeAnnotations());
    Presence optional = typeAnalyzer.optional(type, annotations);
    if (optional != null) {
      presence = optional;
      model = typeAnalyzer.ofOptional(optional, type, annotations, component);
    } else {
      model = typeAnalyzer.typeModel(type, declared.typeAnnotations(), component);
      boolean isNullable =
          declared.kotlin() == null
              ? TypeAnalyzer.isNullable(type, component)
                  || TypeAnalyzer.isNullable(declared.declarations().get(0), component)
              : declared.kotlin().type().isNullable();
      if (isNullable) {
        if (type.getKind().isPrimitive()) {
          throw new ProcessingError(component, "a primitive type cannot be null");
        }
        presence = Presence.NULLABLE;
      }
    }
    DefaultValue value = declared.annotation(DefaultValue.class);
    if (value != null) {
      if (presence != Presence.REQUIRED) {
        throw new ProcessingError(
            component, "a component with a default cannot be optional or nullable");
      }
      DefaultAnalyzer.check(value.value(), model, type, annotations, component);
      if (value.alsoForNull()) {
        model = new TypeModel.Adapted();
      }
      presence = Presence.DEFAULT;
    } else if (declared.kotlin() != null && declared.kotlin().hasDefault()) {
      throw new ProcessingError(component, KotlinMetadata.DEFAULT_ARGUMENT);
    }
    return new ComponentModel(declared, key, erased, model, presence);
  }
}
