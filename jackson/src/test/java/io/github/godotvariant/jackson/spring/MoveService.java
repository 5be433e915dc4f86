package io.github.godotvariant.jackson.spring;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** A service that games and browsers speak to, each in its own way, at the same addresses. */
@Configuration
@EnableWebMvc
class MoveService implements WebMvcConfigurer {
  static final int LARGEST_BODY = 20_000;

  @GodotRecord
  record Move(long id, @Key("pos") Vector2 position, List<Vector2> track) {}

  @GodotRecord
  record Moved(@AsStringName String state, @Key("pos") Vector2 position, int steps) {}

  @RestController
  static class Moves {
    @PostMapping("/moves")
    Moved move(@RequestBody Move move) {
      return new Moved("moved", move.position(), move.track().size());
    }

    @GetMapping("/anything")
    Variant anything() {
      return VariantDictionary.of("at", new Vector2(1, 0.5), "state", StringName.of("idle"));
    }

    @ExceptionHandler
    ResponseEntity<String> refuse(HttpMessageNotReadableException e) {
      if (e.getCause() instanceof StreamConstraintsException limit) {
        return ResponseEntity.status(HttpStatus.CONTENT_TOO_LARGE).body(limit.getMessage());
      }
      Throwable cause = e.getCause() instanceof JacksonException jackson ? jackson : e;
      return ResponseEntity.badRequest().body(cause.getMessage());
    }
  }

  @Override
  public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
    VariantCodec codec =
        VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK.withBytes(LARGEST_BODY));
    JsonFactory json =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxDocumentLength(LARGEST_BODY).build())
            .build();
    converters
        .registerDefaults()
        .withJsonConverter(
            new JacksonJsonHttpMessageConverter(JsonMapper.builder(json).findAndAddModules().build()))
        .addCustomConverter(new GodotMessageConverter(GodotMapper.builder(codec).build()));
  }
}
