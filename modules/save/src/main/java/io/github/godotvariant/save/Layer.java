package io.github.godotvariant.save;

/** A layer around all values of a file: compression or encryption. */
public sealed interface Layer permits Compressed, Encrypted {}
