package io.github.godotvariant.jackson;

import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;

/** What a {@link GodotMapper} has to read and write records faster, and nothing else. */
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
