package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.multiplayer.HandshakeRequest;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InvitationsTest {
  @Test
  void forgetsInvitationsAfterTime() {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    Invitations invitations = new Invitations(2, 10, clock::get);
    HandshakeRequest first = request(invitations.create("a", 1));
    HandshakeRequest second = request(invitations.create("a", 2));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
    assertThat(invitations.take("b", first)).isEmpty();
    assertThat(invitations.take("a", first)).contains(1);
    assertThat(invitations.take("a", first)).isEmpty();
    HandshakeRequest third = request(invitations.create("a", 3));
    clock.addAndGet(1);
    assertThat(invitations.take("a", second)).isEmpty();
    assertThat(invitations.take("a", HandshakeRequest.NONE)).isEmpty();
    assertThat(invitations.take("a", third)).contains(3);
  }

  @Test
  void replacesEarlierInvitationOfAttachment() {
    Invitations invitations = new Invitations(2, 10, System::nanoTime);
    invitations.create("a", "other");
    HandshakeRequest first = request(invitations.create("a", "ada"));
    HandshakeRequest second = request(invitations.create("a", "ada"));
    assertThat(invitations.take("a", first)).isEmpty();
    assertThat(invitations.take("a", second)).contains("ada");
    HandshakeRequest inA = request(invitations.create("a", "ada"));
    assertThatIllegalStateException().isThrownBy(() -> invitations.create("b", "ada"));
    assertThat(invitations.take("a", inA)).contains("ada");
  }

  private static HandshakeRequest request(String token) {
    return new HandshakeRequest("/rooms/a?x=y&token=" + token, Map.of());
  }
}
