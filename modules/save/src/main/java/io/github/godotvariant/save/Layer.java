package io.github.godotvariant.save;

/** What is wrapped around the values of a file as a whole. */
public sealed interface Layer permits Compressed, Encrypted {}
