package io.github.godotvariant.internal.wire;

import io.github.godotvariant.internal.values.ReadBudget;

/** The kinds of containers. */
public enum Container {
  ARRAY("Array", "count of Array", Wire.MIN_VALUE, ReadBudget.ELEMENT),
  DICTIONARY("Dictionary", "count of Dictionary", 2 * Wire.MIN_VALUE, ReadBudget.PAIR),
  OBJECT("Object", "property count of Object", 2 * Wire.MIN_VALUE, ReadBudget.PROPERTY);

  /**
   * The number of levels of nested containers that are read and written by recursion. Deeper
   * containers are read and written by a loop, because threads can have small stacks.
   */
  public static final int RECURSIVE_LEVELS = 8;

  private static final Container[] ALL = values();

  /** The name in messages. */
  public final String noun;

  public final String countName;

  /** The smallest encoded size, in bytes, of an element, a pair, or a property with its name. */
  public final int minItemBytes;

  /**
   * The number of bytes that an element, a pair or a property counts against the memory limit.
   * Texts and large values count in addition.
   */
  public final int elementCost;

  Container(String noun, String countName, int minItemBytes, int elementCost) {
    this.noun = noun;
    this.countName = countName;
    this.minItemBytes = minItemBytes;
    this.elementCost = elementCost;
  }

  /** Returns the constant with an ordinal. */
  public static Container of(int ordinal) {
    return ALL[ordinal];
  }
}
