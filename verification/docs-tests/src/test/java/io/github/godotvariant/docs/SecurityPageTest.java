package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Runs the sample of the security page, and looks for the tests that the page names. */
class SecurityPageTest {
  private static final int MAX_DEPTH = 64;
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test|[\\w-]+\\.tsv)`");

  private final List<Variant> handled = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private void handle(Variant value) {
    handled.add(value);
  }

  private void disconnect(String problem) {
    problems.add(problem);
  }

  @Test
  void limitsOfSampleAcceptMaxDepth() throws IOException {
    Variant value = nested(MAX_DEPTH);
    serve(value);
    assertThat(handled).containsExactly(value);
    assertThat(problems).isEmpty();
  }

  @Test
  void limitsOfSampleRejectDeeperValues() throws IOException {
    serve(nested(MAX_DEPTH + 1));
    assertThat(handled).isEmpty();
    assertThat(problems).hasSize(2).allMatch(problem -> problem.contains("the limit of 64 levels"));
  }

  private static Variant nested(int depth) {
    Variant value = Variant.of(0);
    for (int level = 0; level < depth; level++) {
      value = VariantArray.of(value);
    }
    return value;
  }

  private void serve(Variant value) throws IOException {
    byte[] packet = VariantCodec.GODOT_4.encode(value);
    // tour
    ReadLimits limits = ReadLimits.NETWORK.withHeapBytes(16 << 20);
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(limits); // object ids only
    VariantText texts = VariantText.GODOT_4.withLimits(limits);
    PlainJson json = PlainJson.DEFAULT.withLimits(limits);
    SaveOptions uploads = SaveOptions.DEFAULT.withLimits(limits);
    try {
      handle(codec.decode(packet));
    } catch (VariantException e) {
      disconnect(e.getMessage());
    }
    // tour
    String deep = "[".repeat(MAX_DEPTH + 1) + "0" + "]".repeat(MAX_DEPTH + 1);
    assertRejected(() -> texts.parse(deep));
    assertRejected(() -> json.read(deep));
    byte[] file = SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(value));
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(file), uploads)) {
      assertThat(save.values()).containsExactly(value);
    } catch (SaveFileException e) {
      assertThat(e.reason()).isEqualTo(SaveFileException.Reason.LIMIT);
      problems.add(e.problem());
    }
  }

  private static void assertRejected(ThrowingCallable reading) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            VariantLimitException.class,
            e -> assertThat(e.problem()).containsAnyOf("deep", "depth"));
  }

  @Test
  void namesExistingTests() throws IOException {
    Set<String> named =
        NAMED
            .matcher(Files.readString(Documents.SECURITY))
            .results()
            .map(name -> name.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).hasSizeGreaterThan(10);
    for (Path module : Documents.modules("src/test")) {
      for (Path file : Documents.files(module.resolve("src/test"), "")) {
        named.remove(file.getFileName().toString().replaceFirst("\\.java$", ""));
      }
    }
    assertThat(named).as("named tests that do not exist").isEmpty();
  }
}
