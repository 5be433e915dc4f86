package io.github.godotvariant.records.processor;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.processor.TypeModel.Plain;
import io.github.godotvariant.text.VariantText;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Checks the defaults of components. */
final class DefaultAnalyzer {
  private DefaultAnalyzer() {}

  /** Checks that a default is a value of the type of its component. */
  static void check(
      String text,
      TypeModel model,
      TypeMirror type,
      List<AnnotationMirror> annotations,
      Element component)
      throws ProcessingError {
    Variant value;
    try {
      value = VariantText.GODOT_4.parse(text);
    } catch (VariantException e) {
      throw new ProcessingError(
          component,
          "the default is not a value such as 7, \"idle\" in quotes or Vector3(0, 0,"
              + " 0): "
              + e.getMessage());
    }
    VariantType found = value.type();
    boolean fits =
        !(model instanceof Plain simple)
            || switch (simple) {
              case BOOL -> found == VariantType.BOOL;
              case BYTE, SHORT, INT, LONG -> found == VariantType.INT;
              case FLOAT, DOUBLE -> found == VariantType.FLOAT || found == VariantType.INT;
              case STRING, NAME -> found == VariantType.STRING || found == VariantType.STRING_NAME;
              case VECTOR2 -> found == VariantType.VECTOR2;
              case VECTOR3 -> found == VariantType.VECTOR3;
              case QUATERNION -> found == VariantType.QUATERNION;
              case COLOR -> found == VariantType.COLOR;
            };
    if (!fits) {
      throw new ProcessingError(component, "the default has the wrong type: " + found);
    }
    if (type instanceof DeclaredType declared
        && declared.asElement().getKind() == ElementKind.ENUM
        && !TypeAnalyzer.has(annotations, AdaptedBy.class)) {
      EnumAnalyzer.checkDefault(
          value,
          (TypeElement) declared.asElement(),
          TypeAnalyzer.has(annotations, AsNumber.class),
          component);
    }
    if (value instanceof IntValue number && model instanceof Plain simple) {
      long max =
          switch (simple) {
            case BYTE -> Byte.MAX_VALUE;
            case SHORT -> Short.MAX_VALUE;
            case INT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
          };
      if (number.value() > max || number.value() < -max - 1) {
        throw new ProcessingError(
            component,
            "the default "
                + number.value()
                + " is not in the range from "
                + (-max - 1)
                + " to "
                + max);
      }
    }
  }
}
