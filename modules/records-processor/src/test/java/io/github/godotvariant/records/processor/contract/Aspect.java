package io.github.godotvariant.records.processor.contract;

/** A part of an {@link Outcome}. The code names it in the recorded data. */
enum Aspect {
  /** Digest of the value with element types and the difference of String and StringName. */
  VALUE('v'),
  /** Digest of the value without element types, and with StringNames as Strings. */
  CONTENTS('c'),
  /** Byte offset after reading; for seek, where the value starts. */
  END('n'),
  /** Digest of the facts that only one way reports: tokens, fields, components. */
  DETAIL('d'),
  /** Class and problem of the exception. */
  ERROR('x'),
  /** Byte offset of the exception. */
  OFFSET('o'),
  /** Path of the exception. */
  PATH('p'),
  /** Smallest limit of heap bytes that accepts the input. */
  HEAP('h'),
  /** Exception with one heap byte less. */
  HEAP_ERROR('H'),
  /** Smallest limit of elements that accepts the input. */
  ELEMENTS('e'),
  /** Exception with one element less. */
  ELEMENTS_ERROR('E');

  final char code;

  Aspect(char code) {
    this.code = code;
  }

  static Aspect of(char code) {
    for (Aspect aspect : values()) {
      if (aspect.code == code) {
        return aspect;
      }
    }
    throw new IllegalArgumentException("no aspect has the code " + code);
  }
}
