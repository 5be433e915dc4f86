package io.github.godotvariant.jackson.spring;

import io.github.godotvariant.jackson.GodotMapper;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractJacksonHttpMessageConverter;

/** Godot's bytes as bodies of requests and responses. */
final class GodotMessageConverter extends AbstractJacksonHttpMessageConverter<GodotMapper> {
  GodotMessageConverter(GodotMapper mapper) {
    super(mapper, new MediaType("application", "vnd.godot.variant"));
  }
}
