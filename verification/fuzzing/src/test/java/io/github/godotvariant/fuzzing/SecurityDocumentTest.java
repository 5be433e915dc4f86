package io.github.godotvariant.fuzzing;

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
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/security.md prints: its example works, and the tests that it names are there. */
class SecurityDocumentTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path DOCUMENT = ROOT.resolve("docs/security.md");
  private static final int DEEP = 65;

  private final List<Variant> handled = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private void handle(Variant value) {
    handled.add(value);
  }

  private void disconnect(String problem) {
    problems.add(problem);
  }

  private void serve(byte[] packet) throws IOException {
    // example
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
    // example
    String deep = "[".repeat(DEEP) + "0" + "]".repeat(DEEP);
    refused(() -> texts.parse(deep));
    refused(() -> json.read(deep));
    byte[] file = new byte[4 + packet.length];
    file[0] = (byte) packet.length;
    file[1] = (byte) (packet.length >> 8);
    System.arraycopy(packet, 0, file, 4, packet.length);
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(file), uploads)) {
      Law.same(save.values(), List.of(handled.get(0)), "file and packet");
    } catch (SaveFileException e) {
      Law.that(e.reason() == SaveFileException.Reason.LIMIT, e::toString);
      problems.add(e.problem());
    }
  }

  private static void refused(Supplier<Variant> reading) {
    try {
      Variant read = reading.get();
      throw new AssertionError("read " + read.type());
    } catch (VariantLimitException e) {
      Law.that(e.problem().contains("deep") || e.problem().contains("depth"), e::toString);
    }
  }

  @Test
  void theExampleWorks() throws IOException {
    Variant nested = Variant.of(0);
    for (int level = 1; level < DEEP; level++) {
      nested = VariantArray.of(nested);
    }
    serve(VariantCodec.GODOT_4.encode(nested));
    Law.same(handled, List.of(nested), "handled and sent");
    Law.same(problems, List.of(), "problems and none");
    serve(VariantCodec.GODOT_4.encode(VariantArray.of(nested)));
    Law.same(problems.size(), 2, "refused ways and ways");
    Law.that(problems.get(0).contains("the limit of 64 levels"), () -> problems.get(0));
  }

  @Test
  void theDocumentPrintsTheExample() throws IOException {
    String source =
        Files.readString(
            Path.of("src/test/java/io/github/godotvariant/fuzzing/SecurityDocumentTest.java"));
    Law.same(
        only(source, "// example\n(.*?)// example\n").replaceAll("\\s", ""),
        only(read(), "```java\n(.*?)```").replaceAll("\\s", ""),
        "example and document");
  }

  private static String only(String text, String pattern) {
    Matcher part = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    Law.that(part.find(), () -> "there is no " + pattern);
    return part.group(1);
  }

  @Test
  void theTestsThatAreNamedAreThere() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher names = Pattern.compile("`(\\w+Test|[\\w-]+\\.tsv)`").matcher(read());
    while (names.find()) {
      named.add(names.group(1));
    }
    Law.that(named.size() > 10, named::toString);
    for (Path module : modules()) {
      try (Stream<Path> files = Files.walk(module.resolve("src/test"))) {
        files
            .map(file -> String.valueOf(file.getFileName()))
            .forEach(file -> named.remove(file.replaceFirst("\\.java$", "")));
      }
    }
    Law.same(named, Set.of(), "named tests that are missing and none");
  }

  private static String read() throws IOException {
    return Files.readString(DOCUMENT);
  }

  private static List<Path> modules() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String folder : List.of("modules", "verification")) {
      try (Stream<Path> all = Files.list(ROOT.resolve(folder))) {
        all.filter(one -> Files.isDirectory(one.resolve("src/test"))).forEach(modules::add);
      }
    }
    return modules;
  }
}
