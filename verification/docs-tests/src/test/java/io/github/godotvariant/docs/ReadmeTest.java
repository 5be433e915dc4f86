package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testsupport.Hex;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Checks the output that the README prints; {@link SamplesAreTestedTest} checks its samples. */
class ReadmeTest {
  @Test
  void printsMessageOfTruncatedArray() throws IOException {
    byte[] bytes =
        Hex.bytes(
            "1b000000 01000000 04000000 06000000 706c617965720000"
                + "1b000000 01000000 04000000 05000000 6974656d73000000"
                + "1c000000 00000040 000000000000000000000000");
    String readme = Files.readString(Documents.README);
    assertThatThrownBy(() -> VariantCodec.GODOT_4.decode(bytes))
        .satisfies(e -> assertThat(readme).contains("\n" + e.getMessage() + "\n"));
  }
}
