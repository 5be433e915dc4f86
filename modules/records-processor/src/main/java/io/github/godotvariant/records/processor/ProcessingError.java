package io.github.godotvariant.records.processor;

import javax.lang.model.element.Element;

/** Signals an error in a declaration. The processor reports it as an error of the compiler. */
final class ProcessingError extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Element element;

  ProcessingError(Element element, String message) {
    super(message);
    this.element = element;
  }

  /** {@return the declaration with the error} */
  Element element() {
    return element;
  }
}
