package io.github.godotvariant.internal.wire;

import io.github.godotvariant.internal.values.ReadBudget;

/** The kinds of containers. */
public enum Container {
  ARRAY("Array", "count of Array", Wire.MIN_VALUE, ReadBudget.ELEMENT),
  DICTIONARY("Dictionary", "count of Dictionary", 2 * Wire.MIN_VALUE, ReadBudget.PAIR),
  OBJECT("Object", "property count of Object", 2 * Wire.MIN_VALUE, ReadBudget.PROPERTY);

  /** The number of container levels that are read and written by recursion. */
  public static final int RECURSION = 8;

  private static final Container[] ALL = values();

  /** The name in messages. */
  public final String noun;

  public final String countName;

  /** The smallest size of an element, a pair, or a property with its name, in bytes. */
  public final int unit;

  /** Memory of an element, a pair or a property, without texts and large values, in bytes. */
  public final int elementCost;

  Container(String noun, String countName, int unit, int elementCost) {
    this.noun = noun;
    this.countName = countName;
    this.unit = unit;
    this.elementCost = elementCost;
  }

  /** Returns the constant with an ordinal. */
  public static Container of(int ordinal) {
    return ALL[ordinal];
  }
}
