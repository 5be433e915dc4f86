package io.github.godotvariant.jackson;

import tools.jackson.core.base.GeneratorBase;

/** Writes Godot's bytes. */
public abstract class GodotGenerator extends GeneratorBase {
  private GodotGenerator() {
    super(null, null, 0);
  }
}
