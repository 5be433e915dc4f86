package io.github.godotvariant.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Reads the text that {@code --version} prints. */
public final class Version implements CommandLine.IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
      if (text == null) {
        throw new IOException("version.txt is missing");
      }
      return new String[] {
        "gdvar " + new String(text.readAllBytes(), StandardCharsets.UTF_8).strip()
      };
    }
  }
}
