package io.github.godotvariant.records.processor;

import javax.lang.model.element.Element;

/** What cannot work, and where it stands. */
final class Mistake extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Element element;

  Mistake(Element element, String message) {
    super(message);
    this.element = element;
  }

  /** Where to show it. */
  Element element() {
    return element;
  }
}
