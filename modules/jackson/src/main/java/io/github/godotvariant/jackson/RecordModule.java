package io.github.godotvariant.jackson;

import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;

/** Makes reading and writing of records faster in a {@link GodotMapper}. */
final class RecordModule extends JacksonModule {
  @Override
  public String getModuleName() {
    return "GodotRecords";
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    context.addValueInstantiators(new RecordInstantiator.Modifier());
    context.addDeserializerModifier(new ShapeDeserializer.Modifier());
    context.addSerializerModifier(new ComponentWriter.Modifier());
  }
}
