package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.Key;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** The texts that identify records of sealed interfaces, and constants of enums, in Godot. */
final class DeclaredTexts {
  private DeclaredTexts() {}

  /** Returns the text that the library writes: the value of {@link Key}, or the simple name. */
  static String written(Element element) {
    Key key = element.getAnnotation(Key.class);
    return key == null ? element.getSimpleName().toString() : key.value();
  }

  /** Returns the other texts that the library accepts when it reads. */
  static List<String> aliases(@Nullable Alias alias) {
    return alias == null ? List.of() : List.of(alias.value());
  }

  /** Returns all texts that the library accepts when it reads. */
  static List<String> all(Element element) {
    List<String> all = new ArrayList<>(List.of(written(element)));
    all.addAll(aliases(element.getAnnotation(Alias.class)));
    return all;
  }
}
