package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** Sessions from the first packet to their end. */
class DtlsPortTest extends DtlsFixture {
  @Test
  void exchangesPackets() {
    DtlsClient client = connected(50_000);
    assertEchoes(client, () -> exchange(1_000));
    assertThat(longest).isEqualTo(1_392 + 37);
    assertThat(handler.dtlsPort().pendingCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @Test
  void replacesSessionOfRestartedClient() {
    connected(50_000);
    DtlsClient second = connected(50_000);
    assertThat(ends).containsExactly(EnetDisconnectReason.CONNECTION_LOST);
    assertEchoes(second, () -> exchange(1_000));
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
  }

  @Test
  void endsSessionThatReplacedOneOfLeavingPeer() {
    DtlsClient first = connected(50_000);
    handler.host().peers().get(0).send(LARGE, 0, EnetDelivery.RELIABLE);
    handler.host().peers().get(0).disconnectLater(0);
    assertThat(first.isDisconnected).isFalse();
    DtlsClient second = connected(50_000);
    exchange(5_000); // the first peer ends
    second.enet.peer().orElseThrow().disconnect(0);
    exchange(2_000);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }

  @Test
  void sendsAlertAfterLastPeer() {
    DtlsClient client = connected(50_000);
    handler.host().peers().get(0).disconnect(0);
    exchange(500);
    assertThat(client.isDisconnected).isTrue();
    assertThat(client.engine.isInboundDone()).isFalse();
    exchange(1_000);
    assertThat(client.engine.isInboundDone()).isTrue();
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @Test
  void disconnectsPeerOfClosedSession() {
    DtlsClient client = connected(50_000);
    client.close();
    exchange(10);
    assertThat(ends).containsExactly(EnetDisconnectReason.REMOTE);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }

  @Test
  void endsSessionWithoutPeer() {
    DtlsClient client = client(trusting, 50_000);
    isLost = (number, isFromClient) -> client.isEstablished;
    exchange(1_000);
    assertThat(client.isEstablished).isTrue();
    exchange(DtlsPort.HANDSHAKE_MILLIS);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @Test
  void rejectsUnsuitableContext() throws Exception {
    SSLContext tls = SSLContext.getInstance("TLSv1.3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.server().enetDtls(tls))
        .withMessage("the context is for TLSv1.3, must be for DTLS");
    SSLContext notInitialized = SSLContext.getInstance("DTLS");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.server().enetDtls(notInitialized))
        .withMessage("the context was not initialized, call init()");
  }
}
