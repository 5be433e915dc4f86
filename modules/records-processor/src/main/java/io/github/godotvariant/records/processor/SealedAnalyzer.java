package io.github.godotvariant.records.processor;

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
import org.jspecify.annotations.Nullable;

/** Analyzes sealed interfaces of records. */
final class SealedAnalyzer {
  private SealedAnalyzer() {}

  /** Checks that the type key selects one of the records of a sealed interface. */
  static void check(TypeElement type) throws ProcessingError {
    if (type.getKind() != ElementKind.INTERFACE || !type.getModifiers().contains(Modifier.SEALED)) {
      throw new ProcessingError(
          type, "@GodotRecord is allowed only on records and sealed interfaces");
    }
    if (!type.getTypeParameters().isEmpty()) {
      throw new ProcessingError(
          type, "a sealed interface of records must not have type parameters");
    }
    Set<String> names = new HashSet<>();
    for (TypeElement permitted : permitted(type, type)) {
      for (String text : DeclaredTexts.all(permitted)) {
        if (!names.add(text)) {
          throw new ProcessingError(type, "permits two records with the name \"" + text + "\"");
        }
      }
    }
  }

  private static List<TypeElement> permitted(TypeElement type, TypeElement reported)
      throws ProcessingError {
    if (RecordAnalyzer.has(type, Alias.class)) {
      throw new ProcessingError(reported, "@Alias is not allowed on a sealed interface");
    }
    List<TypeElement> all = new ArrayList<>();
    for (TypeMirror mirror : type.getPermittedSubclasses()) {
      TypeElement permitted = (TypeElement) ((DeclaredType) mirror).asElement();
      if (permitted.getKind() == ElementKind.INTERFACE
          && permitted.getModifiers().contains(Modifier.SEALED)) {
        all.addAll(permitted(permitted, reported));
      } else if (permitted.getKind() != ElementKind.RECORD
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

  /** Returns the annotated sealed interface of a record; null if there is none. */
  static @Nullable TypeElement hierarchy(TypeElement type) {
    for (TypeMirror mirror : type.getInterfaces()) {
      TypeElement above = (TypeElement) ((DeclaredType) mirror).asElement();
      if (above.getModifiers().contains(Modifier.SEALED)) {
        return above.getAnnotation(GodotRecord.class) != null ? above : hierarchy(above);
      }
    }
    return null;
  }
}
