package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdmissionTest {
  @Test
  void namesStepThatIsMissing() {
    Admission admission = new Admission();
    assertThat(admission.pendingReason()).isEqualTo("the game has not called send_auth()");

    admission.countAuth(1, MultiplayerLimits.DEFAULT);
    admission.addAuth(new byte[1]);
    assertThat(admission.nextAuth()).hasSize(1);
    assertThat(admission.pendingReason()).isEqualTo("the authenticator has not decided");

    admission.endDecision();
    assertThat(admission.pendingReason())
        .isEqualTo("the authenticator waits for another call of send_auth()");

    admission.completeByServer();
    assertThat(admission.pendingReason()).isEqualTo("the game has not called complete_auth()");
  }
}
