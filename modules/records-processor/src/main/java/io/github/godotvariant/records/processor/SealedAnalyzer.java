package io.github.godotvariant.records.processor;

import io.github.godotvariant.internal.component.KotlinMetadata.KotlinClass;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.GodotRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Checks sealed interfaces of records, and finds the sealed interface of a record. */
final class SealedAnalyzer {
  private SealedAnalyzer() {}

  /** Checks that a type is a sealed interface of records with different names. */
  static void check(TypeElement type, Elements elements) throws ProcessingError {
    if (!isSealed(type)) {
      throw new ProcessingError(
          type,
          "@GodotRecord is allowed only on records and sealed interfaces"
              + (KotlinStub.declaration(type) == null ? "" : ", and on data classes of Kotlin"));
    }
    if (!type.getTypeParameters().isEmpty()) {
      throw new ProcessingError(
          type, "a sealed interface of records must not have type parameters");
    }
    Set<String> names = new HashSet<>();
    for (TypeElement permitted : permitted(type, type, elements)) {
      for (String text : DeclaredTexts.all(permitted)) {
        if (!names.add(text)) {
          throw new ProcessingError(type, "permits two records with the name \"" + text + "\"");
        }
      }
    }
  }

  private static boolean isSealed(TypeElement type) throws ProcessingError {
    KotlinClass kotlin = KotlinStub.declaration(type);
    return type.getKind() == ElementKind.INTERFACE
        && (kotlin == null ? type.getModifiers().contains(Modifier.SEALED) : kotlin.isSealed());
  }

  private static List<TypeElement> permitted(
      TypeElement type, TypeElement reported, Elements elements) throws ProcessingError {
    if (TypeAnalyzer.has(type, Alias.class)) {
      throw new ProcessingError(reported, "@Alias is not allowed on a sealed interface");
    }
    List<TypeElement> all = new ArrayList<>();
    KotlinClass kotlin = KotlinStub.declaration(type);
    List<TypeElement> declared =
        kotlin == null
            ? type.getPermittedSubclasses().stream().map(SealedAnalyzer::element).toList()
            : KotlinStub.permitted(kotlin, elements);
    for (TypeElement permitted : declared) {
      if (isSealed(permitted)) {
        all.addAll(permitted(permitted, reported, elements));
      } else if (!ComponentElement.isRecord(permitted)
          || !permitted.getTypeParameters().isEmpty()
          || permitted.getAnnotation(GodotRecord.class) == null) {
        throw new ProcessingError(
            reported,
            "permits "
                + permitted.getSimpleName()
                + ", which is not a record with @GodotRecord and without type parameters");
      } else {
        all.add(permitted);
      }
    }
    return all;
  }

  private static TypeElement element(TypeMirror type) {
    return (TypeElement) ((DeclaredType) type).asElement();
  }

  /**
   * Returns the sealed interface of a record that has the annotation {@link GodotRecord}; null if
   * there is no such interface.
   */
  static @Nullable TypeElement sealedParent(TypeElement type) throws ProcessingError {
    for (TypeMirror mirror : type.getInterfaces()) {
      TypeElement parent = element(mirror);
      if (isSealed(parent)) {
        return parent.getAnnotation(GodotRecord.class) != null ? parent : sealedParent(parent);
      }
    }
    return null;
  }
}
