package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.Key;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Returns the texts by which records of sealed interfaces, and constants of enums, are recognized
 * in Godot values.
 */
final class DeclaredTexts {
  private DeclaredTexts() {}

  /**
   * Returns the text that the library writes: the value of {@link Key}, or the simple name of the
   * element if there is no such annotation.
   */
  static String written(Element element) {
    Key key = element.getAnnotation(Key.class);
    return key == null ? element.getSimpleName().toString() : key.value();
  }

  /**
   * Returns the texts in an annotation {@link Alias}, which the library only reads; empty if there
   * is no annotation.
   */
  static List<String> aliases(@Nullable Alias alias) {
    return alias == null ? List.of() : List.of(alias.value());
  }

  /** Returns all texts that the library accepts when it reads: the written text and the aliases. */
  static List<String> all(Element element) {
    List<String> all = new ArrayList<>(List.of(written(element)));
    all.addAll(aliases(element.getAnnotation(Alias.class)));
    return all;
  }
}
