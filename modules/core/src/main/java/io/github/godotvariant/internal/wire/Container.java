package io.github.godotvariant.internal.wire;

import io.github.godotvariant.internal.values.ReadBudget;

/** The forms of containers. */
public enum Container {
  ARRAY("Array", "count of Array", WireReader.MIN_VALUE, ReadBudget.ELEMENT),
  DICTIONARY("Dictionary", "count of Dictionary", 2 * WireReader.MIN_VALUE, ReadBudget.PAIR),
  OBJECT("Object", "property count of Object", 2 * WireReader.MIN_VALUE, ReadBudget.PROPERTY);

  /** What it is called. */
  public final String noun;

  final String countName;

  /** Bytes that an element, a pair, or a property with its name takes at least. */
  final int unit;

  /** Memory that an element, a pair or a property takes besides texts and large values. */
  final int elementCost;

  Container(String noun, String countName, int unit, int elementCost) {
    this.noun = noun;
    this.countName = countName;
    this.unit = unit;
    this.elementCost = elementCost;
  }
}
