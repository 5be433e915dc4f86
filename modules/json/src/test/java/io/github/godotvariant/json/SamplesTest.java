package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.text.VariantText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the samples in the documentation of this module, word for word. */
class SamplesTest {
  /** Replaces the request of a web server. */
  private record Request(InputStream getInputStream) {}

  @Test
  void writesAndReadsBothForms() throws IOException {
    Request request =
        new Request(new ByteArrayInputStream("\"i:5\"".getBytes(StandardCharsets.UTF_8)));
    Variant position = new Vector2(1, 0.5);
    String forGodot = NativeJson.GODOT_4.write(position); // {"type":"Vector2","args":[1.0,0.5]}
    Variant same = NativeJson.GODOT_4.read(forGodot);
    String forPeople = PlainJson.DEFAULT.write(position); // {"x":1.0,"y":0.5}
    NativeJson careful = NativeJson.GODOT_4.withLimits(ReadLimits.NETWORK);
    Variant message = careful.read(request.getInputStream());
    assertThat(forGodot).isEqualTo("{\"type\":\"Vector2\",\"args\":[1.0,0.5]}");
    assertThat(same).isEqualTo(position);
    assertThat(forPeople).isEqualTo("{\"x\":1.0,\"y\":0.5}");
    assertThat(message).isEqualTo(Variant.of(5));
  }

  @Test
  void writesAndReadsNativeJson() {
    String text =
        NativeJson.GODOT_4.write(VariantDictionary.of("hp", 100, "at", new Vector2(1, 0.5)));
    // {"type":"Dictionary","args":["s:hp","i:100","s:at",{"type":"Vector2","args":[1.0,0.5]}]}
    Variant same = NativeJson.GODOT_4.read(text);
    assertThat(text)
        .isEqualTo(
            "{\"type\":\"Dictionary\",\"args\":[\"s:hp\",\"i:100\",\"s:at\","
                + "{\"type\":\"Vector2\",\"args\":[1.0,0.5]}]}");
    assertThat(same).isEqualTo(VariantDictionary.of("hp", 100, "at", new Vector2(1, 0.5)));
  }

  @Test
  void writesAndReadsPlainJson() {
    Variant player = VariantDictionary.of("name", "Ada", "at", new Vector2(1, 0.5));
    String text = PlainJson.DEFAULT.write(player); // {"name":"Ada","at":{"x":1.0,"y":0.5}}
    Variant read = PlainJson.DEFAULT.read(text); // "at" is a Dictionary now
    assertThat(text).isEqualTo("{\"name\":\"Ada\",\"at\":{\"x\":1.0,\"y\":0.5}}");
    assertThat(read)
        .isEqualTo(
            VariantDictionary.of("name", "Ada", "at", VariantDictionary.of("x", 1.0, "y", 0.5)));
  }

  @Test
  void keepsNativeJsonOfTypeMapping() throws IOException {
    String page = Files.readString(Path.of("../../docs/reference/type-mapping.md"));
    List<String> texts =
        Pattern.compile("`([\\[{\"].*?)`")
            .matcher(page.substring(page.indexOf("## Native JSON")))
            .results()
            .map(text -> text.group(1))
            .toList();
    assertThat(texts).hasSizeGreaterThan(10);
    for (String text : texts) {
      assertThat(NativeJson.GODOT_4.write(NativeJson.GODOT_4.read(text))).isEqualTo(text);
    }
  }

  @Test
  void printsTextAndWritesJson() {
    // tour
    Variant value = VariantText.GODOT_4.parse("{\"cell\": Vector2i(3, 4), \"tags\": [&\"a\"]}");
    String text = VariantText.GODOT_4.print(value);
    String lossless = NativeJson.GODOT_4.write(value);
    String plain = PlainJson.DEFAULT.write(value); // {"cell":{"x":3,"y":4},"tags":["a"]}
    // tour
    assertThat(value)
        .isEqualTo(
            VariantDictionary.of(
                "cell", new Vector2i(3, 4), "tags", VariantArray.of(StringName.of("a"))));
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(value);
    assertThat(NativeJson.GODOT_4.read(lossless)).isEqualTo(value);
    assertThat(plain).isEqualTo("{\"cell\":{\"x\":3,\"y\":4},\"tags\":[\"a\"]}");
  }
}
