package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.OtherKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Writes the pairs of an {@link OtherKeys} component as properties of the record, like the other
 * components.
 */
final class OtherKeysWriter extends BeanPropertyWriter {
  private static final long serialVersionUID = 1L;

  private static final VariantKeySerializer KEYS = new VariantKeySerializer();
  private static final VariantSerializer VALUES = new VariantSerializer();

  /**
   * The names that the pairs must not use: the names and aliases of the other components, and the
   * key that names the type of the record.
   */
  private final Set<String> usedNames;

  private OtherKeysWriter(BeanPropertyWriter component, Set<String> usedNames) {
    super(component);
    this.usedNames = usedNames;
  }

  /** Replaces Jackson's writers for {@link OtherKeys} components. */
  static final class Modifier extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier bean,
        List<BeanPropertyWriter> properties) {
      if (properties.stream().noneMatch(Modifier::isOthers)) {
        return properties;
      }
      Set<String> usedNames = new HashSet<>();
      JsonTypeInfo.Value types =
          config.getAnnotationIntrospector().findPolymorphicTypeInfo(config, bean.getClassInfo());
      if (types != null && types.getPropertyName() != null) {
        usedNames.add(types.getPropertyName());
      }
      for (BeanPropertyWriter property : properties) {
        if (!isOthers(property)) {
          usedNames.add(property.getName());
          property.findAliases(config).forEach(alias -> usedNames.add(alias.getSimpleName()));
        }
      }
      properties.replaceAll(
          property -> isOthers(property) ? new OtherKeysWriter(property, usedNames) : property);
      return properties;
    }

    private static boolean isOthers(BeanPropertyWriter property) {
      return RecordAnnotations.annotation(property.getMember(), OtherKeys.class) != null;
    }
  }

  @Override
  public void serializeAsProperty(Object record, JsonGenerator out, SerializationContext context)
      throws Exception {
    if (get(record) instanceof VariantDictionary pairs) {
      boolean areTexts = !NativeValues.isWritten(out, context);
      pairs.forEach(
          (key, value) -> {
            boolean isText = areTexts || UnreadContents.isText(key);
            String name = GodotParser.nameOf(key);
            if (isText && usedNames.contains(name)) {
              throw DatabindException.from(
                  out, "the key " + key.toShortString() + " is there already");
            }
            KEYS.serialize(key, out, context);
            VALUES.serialize(value, out, context);
          });
    }
  }
}
