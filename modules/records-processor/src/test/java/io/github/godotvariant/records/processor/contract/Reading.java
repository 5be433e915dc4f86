package io.github.godotvariant.records.processor.contract;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** The facts that a way of reading reports of an accepted input. Digests are computed on demand. */
final class Reading {
  private final Map<Aspect, Supplier<String>> facts = new EnumMap<>(Aspect.class);

  Reading with(Aspect aspect, Supplier<String> fact) {
    facts.put(aspect, fact);
    return this;
  }

  Reading end(long offset) {
    return with(Aspect.END, () -> Long.toString(offset));
  }

  Map<Aspect, String> facts() {
    Map<Aspect, String> texts = new EnumMap<>(Aspect.class);
    facts.forEach((aspect, fact) -> texts.put(aspect, fact.get()));
    return texts;
  }
}
