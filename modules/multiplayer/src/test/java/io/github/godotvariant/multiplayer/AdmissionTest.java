package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AdmissionTest extends RpcTestBase {
  @Test
  void namesStepThatIsMissing() {
    withServer(
        builder().authenticator((peer, data) -> new CompletableFuture<>()),
        server -> {
          FakeClient ada = client(server);
          Admission admission = ((ServerPeer) ada.peer).admission();
          assertThat(admission.pendingReason()).isEqualTo("the game has not called send_auth()");
          ada.sends(auth("secret"));
          assertThat(admission.pendingReason()).isEqualTo("the authenticator has not decided");
          admission.onVerdict(Verdict.MORE);
          assertThat(admission.pendingReason())
              .isEqualTo("the authenticator waits for another call of send_auth()");
          admission.onVerdict(Verdict.ADMIT);
          assertThat(admission.pendingReason())
              .isEqualTo("the game has not called complete_auth()");
        });
  }
}
