package io.github.godotvariant.cli;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of module save that real engines wrote, and their values. */
final class EngineFiles {
  private static final Path FOLDER =
      Path.of("..", "save", "src", "test", "resources", "io", "github", "godotvariant", "save")
          .resolve("files");

  private EngineFiles() {}

  /** A file that a real engine wrote. */
  record EngineFile(JsonNode entry, List<String> values) {
    String name() {
      return text("file").orElseThrow();
    }

    Path path() {
      return FOLDER.resolve(name());
    }

    byte[] bytes() {
      try {
        return Files.readAllBytes(path());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String kind() {
      return text("kind").orElseThrow();
    }

    Optional<String> text(String field) {
      return Optional.ofNullable(entry.get(field))
          .filter(value -> !value.isNull())
          .map(JsonNode::asString);
    }

    boolean isCompressedArray() {
      return kind().endsWith("ByteArray.compress");
    }

    boolean isEncrypted() {
      return kind().startsWith("open_encrypted");
    }

    /** {@return whether the file contains only values} */
    boolean isSave() {
      return !isCompressedArray()
          && !kind().equals("mixed")
          && !kind().equals("PacketPeerStream.put_packet");
    }

    boolean isOfGodot3() {
      return name().startsWith("gd3");
    }

    Surroundings surroundings() {
      Map<String, String> environment = new HashMap<>();
      text("password").ifPresent(password -> environment.put("GDVAR_PASSWORD", password));
      text("key").ifPresent(key -> environment.put("GDVAR_KEY", key));
      return new Surroundings(environment, Optional.of(""), Optional.empty());
    }

    /** Runs a command on the file with the options that are needed to read it. */
    Run run(String command, String... more) {
      List<String> args = new ArrayList<>(List.of(command));
      if (entry.get("full_objects").asBoolean() && !command.equals("unpack")) {
        args.add("--objects");
      }
      if (isCompressedArray()) {
        args.addAll(List.of("--decompress", text("mode").orElseThrow()));
      }
      args.addAll(List.of(more));
      args.add(path().toString());
      return Run.gdvarIn(surroundings(), new byte[0], args.toArray(String[]::new));
    }

    @Override
    public String toString() {
      return name();
    }
  }

  static List<EngineFile> all() {
    JsonNode index = new JsonMapper().readTree(FOLDER.resolve("index.json").toFile());
    List<EngineFile> files = new ArrayList<>();
    for (JsonNode entry : index.get("files")) {
      List<String> values = new ArrayList<>();
      index
          .get("value_sets")
          .get(entry.get("value_set").asString())
          .forEach(hex -> values.add(hex.asString()));
      files.add(new EngineFile(entry, values));
    }
    return files;
  }

  static EngineFile named(String name) {
    return all().stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow();
  }
}
