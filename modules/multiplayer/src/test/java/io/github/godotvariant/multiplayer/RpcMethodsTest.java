package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The expected values are from Godot 4.6. */
class RpcMethodsTest {
  private static final RpcMethods WORLD =
      RpcMethods.annotated(
          List.of(
              "r0",
              "r1",
              "r2",
              "r3",
              "r4",
              "r5",
              "r6",
              "r7",
              "r8",
              "auth_only",
              "local_too",
              "unrel",
              "unrel_ord",
              "chan5",
              "chan2u",
              "Zeta",
              "_under",
              "ärger",
              "opt",
              "typed"));

  @Test
  void computesNumbersAndChecksumOfEngine() {
    assertThat(WORLD.checksum()).isEqualTo("7a9cf97bf812f9aa4f7da9eb2c0293ad");
    assertThat(WORLD.number("Zeta")).contains(0);
    assertThat(WORLD.number("_under")).contains(1);
    assertThat(WORLD.number("r0")).contains(7);
    assertThat(WORLD.number("ärger")).contains(19);
    assertThat(WORLD.number("secret")).isEmpty();
    assertThat(WORLD.name(7)).contains("r0");
    assertThat(WORLD.name(20)).isEmpty();
    assertThat(WORLD.name(RpcMethods.CONFIGURED)).isEmpty();
  }

  @Test
  void computesChecksumWithoutMethods() {
    assertThat(RpcMethods.annotated(List.of()).checksum())
        .isEqualTo("d41d8cd98f00b204e9800998ecf8427e");
  }

  @Test
  void numbersConfiguredMethodsSeparately() {
    RpcMethods derived =
        RpcMethods.annotated(List.of("a_first", "base_b", "mid", "zzz", "mid"))
            .withConfigured(List.of("plain", "other"));
    assertThat(derived.number("mid")).contains(2);
    assertThat(derived.number("other")).contains(RpcMethods.CONFIGURED);
    assertThat(derived.number("plain")).contains(32_769);
    assertThat(derived.name(32_769)).contains("plain");
    assertThat(derived.toString()).isEqualTo("[a_first, base_b, mid, zzz] and [other, plain]");
  }

  @Test
  void sortsNamesByCodePoint() {
    // In UTF-16 order, the second name would be first because it starts with a surrogate.
    RpcMethods methods = RpcMethods.annotated(List.of("\uFF21", "\uD835\uDC00"));
    assertThat(methods.number("\uFF21")).contains(0);
    assertThat(methods.number("\uD835\uDC00")).contains(1);
  }
}
