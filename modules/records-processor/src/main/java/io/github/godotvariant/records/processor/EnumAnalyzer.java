package io.github.godotvariant.records.processor;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.DefaultConstant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/** Checks the constants of enums and the defaults of components that have an enum type. */
final class EnumAnalyzer {
  private EnumAnalyzer() {}

  /** Checks that no two constants have the same name or alias. */
  static void check(TypeElement type, Element component) throws ProcessingError {
    if (TypeAnalyzer.has(type, Alias.class)) {
      throw new ProcessingError(component, "@Alias is allowed on constants, not on an enum");
    }
    Set<String> names = new HashSet<>();
    boolean hasDefault = false;
    for (Element constant : type.getEnclosedElements()) {
      if (constant.getKind() == ElementKind.ENUM_CONSTANT) {
        for (String name : DeclaredTexts.all(constant)) {
          if (!names.add(name)) {
            throw new ProcessingError(component, "two constants have the name \"" + name + "\"");
          }
        }
        if (constant.getAnnotation(DefaultConstant.class) != null) {
          if (hasDefault) {
            throw new ProcessingError(component, "two constants have @DefaultConstant");
          }
          hasDefault = true;
        }
      }
    }
  }

  /**
   * Checks the default of a component that has an enum type. The default must be the ordinal of a
   * constant if {@code isNumber} is true, otherwise the name or alias of a constant.
   */
  static void checkDefault(Variant value, TypeElement type, boolean isNumber, Element component)
      throws ProcessingError {
    List<? extends Element> constants =
        type.getEnclosedElements().stream()
            .filter(constant -> constant.getKind() == ElementKind.ENUM_CONSTANT)
            .toList();
    boolean isText = value.type() == VariantType.STRING || value.type() == VariantType.STRING_NAME;
    boolean fits =
        isNumber
            ? value instanceof IntValue number
                && number.value() >= 0
                && number.value() < constants.size()
            : isText
                && constants.stream()
                    .anyMatch(each -> DeclaredTexts.all(each).contains(value.asString()));
    if (!fits) {
      throw new ProcessingError(
          component,
          "the default "
              + value.toShortString()
              + " is not a constant of "
              + type.getSimpleName()
              + (isNumber
                  ? ", of which there are " + constants.size()
                  : ": " + constants.stream().map(DeclaredTexts::written).toList()));
    }
  }
}
