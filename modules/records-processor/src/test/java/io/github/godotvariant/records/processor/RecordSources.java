package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records of {@link CodecAgreementTest}. */
final class RecordSources {
  private static final List<String> NAMES =
      List.of("Everything", "Update", "Node", "Strict", "Keeper", "Figure", "Foreign", "Evolved");

  private RecordSources() {}

  /** Their sources, by file names. */
  static Map<String, String> all() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String name : NAMES) {
      sources.put("law/" + name + ".java", text("law/" + name));
    }
    return sources;
  }

  /** A source among the resources of the tests. */
  static String text(String name) throws IOException {
    try (InputStream in = RecordSources.class.getResourceAsStream("/" + name + ".java")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Compiled. */
  static Compiled compiled() throws IOException {
    Compiled compiled = Compiled.of(all());
    assertThat(compiled.messages).isEmpty();
    return compiled;
  }
}
