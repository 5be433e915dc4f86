package io.github.godotvariant.jackson.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.AbstractJacksonHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Calls the service over HTTP with bodies in Godot's bytes and in JSON. */
class SpringTest {
  /** A service that games and browsers call at the same addresses, each with its media type. */
  @Configuration
  @EnableWebMvc
  static class MoveService {
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

      @GetMapping("/problem")
      ProblemDetail problem() {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "taken");
      }

      @ExceptionHandler
      ResponseEntity<String> refuse(HttpMessageNotReadableException e) {
        HttpStatus status = HttpStatus.BAD_REQUEST;
        String reason = "the body cannot be read";
        if (e.getCause() instanceof StreamConstraintsException limit) {
          status = HttpStatus.CONTENT_TOO_LARGE;
          reason = limit.getOriginalMessage();
        } else if (e.getCause() instanceof JacksonException wrong) {
          reason = wrong.getOriginalMessage() + ", " + wrong.getLocation().offsetDescription();
        }
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(reason);
      }
    }
  }

  /** Maximum length of a body that the service accepts, in bytes. */
  private static final int MAX_BYTES = 20_000;

  private static final String GODOT = "application/vnd.godot.variant";
  private static final String JSON = "application/json";

  @TempDir static Path folder;

  /** The logger of Spring and Tomcat. Without this reference, it could lose its level. */
  private static final Logger LOGGER = Logger.getLogger("org");

  private static final Tomcat TOMCAT = new Tomcat();

  @BeforeAll
  static void start() throws LifecycleException {
    LOGGER.setLevel(Level.SEVERE);
    TOMCAT.setBaseDir(folder.toString());
    TOMCAT.setSilent(true);
    TOMCAT.setPort(0);
    TOMCAT.getConnector().setProperty("address", "127.0.0.1");
    Context context = TOMCAT.addContext("", null);
    AnnotationConfigWebApplicationContext application = new AnnotationConfigWebApplicationContext();
    application.register(MoveService.class, GodotConfiguration.class, JsonConfiguration.class);
    Tomcat.addServlet(context, "mvc", new DispatcherServlet(application)).setLoadOnStartup(1);
    context.addServletMappingDecoded("/", "mvc");
    TOMCAT.start();
  }

  @AfterAll
  static void stop() throws LifecycleException {
    TOMCAT.stop();
    TOMCAT.destroy();
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            request.timeout(Duration.ofSeconds(30)).build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }

  private static HttpResponse<byte[]> post(String type, byte[] body, @Nullable String accepted)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address("/moves"))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    return send(accepted == null ? request : request.header("Accept", accepted));
  }

  private static HttpResponse<byte[]> get(String path, @Nullable String accepted)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(address(path));
    return send(accepted == null ? request : request.header("Accept", accepted));
  }

  private static HttpResponse<byte[]> post(Variant body) throws IOException, InterruptedException {
    return post(GODOT, VariantCodec.GODOT_4.encode(body), GODOT);
  }

  private static HttpResponse<byte[]> post(String body) throws IOException, InterruptedException {
    return post(JSON, body.getBytes(StandardCharsets.UTF_8), JSON);
  }

  private static URI address(String path) {
    return URI.create("http://127.0.0.1:" + TOMCAT.getConnector().getLocalPort() + path);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static final VariantDictionary MOVE =
      VariantDictionary.of("id", 7, "pos", new Vector2(1, 0.5))
          .with("track", PackedVector2Array.of(new Vector2(0, 0), new Vector2(1, 1)));

  @Test
  void answersGodotsBytesInGodotsBytes() throws IOException, InterruptedException {
    HttpResponse<byte[]> response = post(MOVE);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains(GODOT);
    assertThat(VariantCodec.GODOT_4.decode(response.body()))
        .isEqualTo(
            VariantDictionary.of(
                "state", StringName.of("moved"), "pos", new Vector2(1, 0.5), "steps", 2));
  }

  @Test
  void answersJsonInJson() throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        post("{\"id\":7,\"pos\":{\"x\":1,\"y\":0.5},\"track\":[{\"x\":0,\"y\":0}]}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(text(response))
        .isEqualTo("{\"state\":\"moved\",\"pos\":{\"x\":1.0,\"y\":0.5},\"steps\":1}");
  }

  @Test
  void answersGodotsBytesInJsonIfAsked() throws IOException, InterruptedException {
    HttpResponse<byte[]> response = post(GODOT, VariantCodec.GODOT_4.encode(MOVE), JSON);
    assertThat(text(response))
        .isEqualTo("{\"state\":\"moved\",\"pos\":{\"x\":1.0,\"y\":0.5},\"steps\":2}");
  }

  @Test
  void writesVariantInBothFormats() throws IOException, InterruptedException {
    assertThat(text(get("/anything", JSON)))
        .isEqualTo("{\"at\":{\"x\":1.0,\"y\":0.5},\"state\":\"idle\"}");
    assertThat(VariantCodec.GODOT_4.decode(get("/anything", GODOT).body()))
        .isEqualTo(VariantDictionary.of("at", new Vector2(1, 0.5), "state", StringName.of("idle")));
  }

  /** Accept headers of clients that do not know Godot's media type; null means no header. */
  static Stream<@Nullable String> acceptHeaders() {
    return Stream.of(
        null,
        "*/*",
        "application/*",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        JSON);
  }

  private static String mediaType(HttpResponse<byte[]> response) {
    return response.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
  }

  @ParameterizedTest
  @MethodSource("acceptHeaders")
  void answersJsonUnlessGodotsMediaTypeIsAccepted(@Nullable String accept)
      throws IOException, InterruptedException {
    for (HttpResponse<byte[]> response :
        List.of(get("/anything", accept), post(GODOT, VariantCodec.GODOT_4.encode(MOVE), accept))) {
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(mediaType(response)).isEqualTo(JSON);
      assertThat(text(response)).startsWith("{\"");
    }
    HttpResponse<byte[]> problem = get("/problem", accept);
    assertThat(problem.statusCode()).isEqualTo(409);
    assertThat(mediaType(problem)).isIn("application/problem+json", JSON);
    assertThat(text(problem)).contains("\"detail\":\"taken\"");
  }

  @ParameterizedTest
  @MethodSource("acceptHeaders")
  void answersErrorsAsText(@Nullable String accept) throws IOException, InterruptedException {
    for (String accepted : new @Nullable String[] {accept, GODOT}) {
      for (HttpResponse<byte[]> response :
          List.of(
              post(GODOT, VariantCodec.GODOT_4.encode(MOVE.with("pos", "here")), accepted),
              post(JSON, "{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8), accepted))) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(mediaType(response)).isEqualTo("text/plain");
        assertThat(text(response)).doesNotContain("MoveService", "Source", "reference chain");
      }
    }
  }

  @Test
  void answersInGodotsBytesIfAsked() throws IOException, InterruptedException {
    for (String accept : List.of(GODOT, GODOT + ",application/json;q=0.5", "text/css," + GODOT)) {
      HttpResponse<byte[]> response = get("/anything", accept);
      assertThat(mediaType(response)).isEqualTo(GODOT);
      assertThat(VariantCodec.GODOT_4.decode(response.body()).asDictionary().getString("state"))
          .isEqualTo("idle");
    }
  }

  @Test
  void answersMalformedInputWith400AndPosition() throws IOException, InterruptedException {
    byte[] whole = VariantCodec.GODOT_4.encode(MOVE);
    HttpResponse<byte[]> cut = post(GODOT, Arrays.copyOf(whole, whole.length - 4), GODOT);
    assertThat(cut.statusCode()).isEqualTo(400);
    assertThat(text(cut)).contains("$.track").containsPattern("byte offset: #\\d+|at byte \\d+");
    HttpResponse<byte[]> wrong = post(MOVE.with("pos", "here"));
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(text(wrong))
        .contains("wanted Vector2 but found String")
        .containsPattern("byte offset: #\\d+, \\$\\.pos$");
    HttpResponse<byte[]> text = post("{\"id\":7,\"pos\":{\"x\":1,\"y\":\"up\"}}");
    assertThat(text.statusCode()).isEqualTo(400);
    assertThat(text(text)).contains("wanted float but found String", "byte offset: #");
    assertThat(post("{\"id\":").statusCode()).isEqualTo(400);
  }

  @Test
  void answersMissingComponentWith400InBothFormats() throws IOException, InterruptedException {
    HttpResponse<byte[]> godot = post(VariantDictionary.of("id", 7));
    assertThat(godot.statusCode()).isEqualTo(400);
    assertThat(text(godot)).contains("Missing required creator property 'pos'");
    HttpResponse<byte[]> json = post("{\"id\":7}");
    assertThat(json.statusCode()).isEqualTo(400);
    assertThat(text(json)).contains("Null value for creator property 'pos'");
  }

  @Test
  void answersTooLargeInputWith413() throws IOException, InterruptedException {
    VariantArray many = VariantArray.copyOf(Collections.nCopies(MAX_BYTES / 4, new Vector2(0, 0)));
    assertThat(post(MOVE.with("track", many)).statusCode()).isEqualTo(413);
    String track = "{\"x\":0,\"y\":0},".repeat(MAX_BYTES / 4);
    assertThat(post("{\"id\":7,\"track\":[" + track + "{\"x\":0,\"y\":0}]}").statusCode())
        .isEqualTo(413);
  }
}

/** Converts Godot's bytes in bodies of requests and responses. */
final class GodotMessageConverter extends AbstractJacksonHttpMessageConverter<GodotMapper> {
  GodotMessageConverter(GodotMapper mapper) {
    super(mapper, new MediaType("application", "vnd.godot.variant"));
  }
}

/** Adds Godot's bytes, as in an application of Spring Boot, which configures JSON. */
@Configuration
class GodotConfiguration implements WebMvcConfigurer {
  @Override
  public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK.withBytes(20_000));
    GodotMapper godot = GodotMapper.builder(codec).build();
    // At the end of the list, so that JSON remains the default.
    converters.configureMessageConvertersList(all -> all.add(new GodotMessageConverter(godot)));
  }
}

/** Configures JSON without Spring Boot. */
@Configuration
class JsonConfiguration implements WebMvcConfigurer {
  @Override
  public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
    StreamReadConstraints limits =
        StreamReadConstraints.builder().maxDocumentLength(20_000).build();
    JsonFactory factory = JsonFactory.builder().streamReadConstraints(limits).build();
    JsonMapper json =
        JsonMapper.builder(factory)
            .findAndAddModules()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();
    converters.withJsonConverter(new JacksonJsonHttpMessageConverter(json));
  }
}
