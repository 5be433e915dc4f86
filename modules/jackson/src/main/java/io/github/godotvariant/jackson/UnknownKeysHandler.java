package io.github.godotvariant.jackson;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.UnknownKeys;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Rejects the unknown keys of records with {@link UnknownKeys#REFUSE}. */
final class UnknownKeysHandler extends DeserializationProblemHandler {
  @Override
  public boolean handleUnknownProperty(
      DeserializationContext context,
      JsonParser in,
      ValueDeserializer<?> deserializer,
      Object recordOrClass,
      String name) {
    Class<?> type = recordOrClass instanceof Class<?> raw ? raw : recordOrClass.getClass();
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    if (annotation != null && annotation.unknownKeys() == UnknownKeys.REFUSE) {
      throw UnrecognizedPropertyException.from(
          in, recordOrClass, name, deserializer.getKnownPropertyNames());
    }
    return false;
  }
}
