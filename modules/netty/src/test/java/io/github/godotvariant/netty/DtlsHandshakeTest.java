package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.godotvariant.enet.EnetLimits;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes that succeed, that fail and that are not complete. */
class DtlsHandshakeTest extends DtlsFixture {
  /** Tasks of handshakes that a test runs. */
  private final List<Runnable> tasks = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void survivesLossOfOneDatagram(int lost) {
    isLost = (number, isFromClient) -> isFromClient && number == lost;
    DtlsClient first = client(DtlsKeys.client(true), 50_000);
    exchange(5_000);
    assertEchoes(first, () -> exchange(1_000));
    isLost = (number, isFromClient) -> !isFromClient && number == lost;
    clients.clear();
    toClient = 0;
    DtlsClient second = client(DtlsKeys.client(true), 50_001);
    exchange(5_000);
    assertEchoes(second, () -> exchange(1_000));
  }

  @Test
  void resumesSession() {
    connected(50_000);
    long full = bytesOut;
    clients.clear();
    bytesOut = 0;
    DtlsClient second = connected(50_001);
    assertThat(bytesOut).isLessThan(full - 500); // without the certificate
    assertEchoes(second, () -> exchange(1_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void sendsWholeDatagramsAfterLosses(int seed) {
    Random random = new Random(seed);
    isLost = (number, isFromClient) -> time < 5_000 && random.nextBoolean();
    DtlsClient client = client(trusting, 50_000);
    for (int i = 0; i < 3 && client.enet.peer().isEmpty(); i++) {
      exchange(10_000);
      if (client.enet.peer().isEmpty()) { // 8 s were not enough
        client = client(trusting, 50_000 + i + 1);
      }
    }
    longest = 0;
    assertEchoes(client, () -> exchange(5_000));
    assertThat(longest).isEqualTo(1_392 + 37);
  }

  @Test
  void reportsClientThatRefusesCertificate() {
    DtlsClient client = client(DtlsKeys.client(false), 50_000);
    exchange(1_000);
    assertThat(client.failure).isNotNull();
    assertThat(client.isEstablished).isFalse();
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).hasSize(1);
    assertThat(reports.get(0))
        .startsWith("50000: the DTLS handshake failed: ")
        .endsWith("Received fatal alert: certificate_unknown");
  }

  @Test
  void warnsOfFirstFailure() {
    try (LogLines log = new LogLines(EnetHandler.class, Level.WARNING)) {
      client(DtlsKeys.client(false), 50_000);
      exchange(1_000);
      client(DtlsKeys.client(false), 50_001);
      exchange(1_000);
      assertThat(reports).hasSize(2);
      assertThat(log.lines)
          .singleElement(STRING)
          .startsWith("embedded, first client ")
          .contains("/127.0.0.1:50000: the DTLS handshake failed: ")
          .endsWith(
              "; if all clients fail, check the certificate and its key; later failures are logged"
                  + " at the level DEBUG");
    }
  }

  @Test
  void doesNotWarnAfterFirstClient() {
    try (LogLines log = new LogLines(EnetHandler.class, Level.WARNING)) {
      connected(50_000);
      client(DtlsKeys.client(false), 50_001);
      exchange(1_000);
      assertThat(reports).hasSize(1);
      assertThat(log.lines).isEmpty();
    }
  }

  @Test
  void limitsHandshakesThatAreNotComplete() {
    isLost = (number, isFromClient) -> number >= 2; // only the cookie arrives
    for (int i = 0; i < 20; i++) {
      fromClient = 0;
      toClient = 0;
      client(trusting, 50_000 + i);
      exchange(200);
    }
    assertThat(handler.dtlsPort().pendingCount())
        .isEqualTo(EnetLimits.DEFAULT.halfOpenPerAddress());
    exchange(DtlsPort.HANDSHAKE_MILLIS);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports)
        .contains("50019: the DTLS handshake failed: it is not complete after 8000 ms");
  }

  @Test
  void limitsVerifiedHandshakesPerSecond() {
    for (int i = 0; i < 20; i++) {
      client(trusting, 50_000 + i).service();
      exchange(10);
    }
    exchange(100);
    assertThat(clients.values().stream().filter(client -> client.isEstablished))
        .hasSizeBetween(
            EnetLimits.DEFAULT.connectsPerAddress(), EnetLimits.DEFAULT.connectsPerAddress() + 4);
  }

  @Test
  void evictsSessionThatWaitsForCookieFirst() {
    DtlsClient first = client(trusting, 50_000);
    isLost = (number, isFromClient) -> first.isEstablished || isFromClient && number >= 3;
    exchange(200); // the first client has returned both cookies
    isLost = (number, isFromClient) -> isFromClient && number >= 2;
    for (int i = 1; i <= EnetLimits.DEFAULT.halfOpenPerAddress(); i++) {
      fromClient = 0;
      client(trusting, 50_000 + i);
      exchange(200);
      clients.remove(address(50_000 + i));
    }
    isLost = (number, isFromClient) -> false;
    exchange(2_000);
    assertThat(first.isEstablished).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evict", "replace", "close"})
  void skipsWaitingTaskOfEndedSession(String action) {
    Runnable signature = waitingSignature();
    endSession(action);
    signature.run();
    exchange(10);
    assertThat(keyUses).isZero();
    assertThat(reports).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evict", "replace", "close"})
  void endsSessionWhileItsTaskRuns(String action) {
    Runnable signature = waitingSignature();
    onKeyUse = () -> endSession(action);
    signature.run();
    int count = handler.dtlsPort().sessionCount();
    exchange(10);
    assertThat(keyUses).isPositive();
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(count);
    assertThat(reports).isEmpty();
  }

  /** Starts a handshake on port 50,000 and returns its task with the signature. */
  private Runnable waitingSignature() {
    taskExecutor = tasks::add;
    client(trusting, 50_000);
    while (fromClient < 3) {
      tasks.forEach(Runnable::run);
      tasks.clear();
      exchange(10);
    }
    assertThat(tasks).hasSize(1);
    assertThat(keyUses).isZero();
    clients.clear();
    return tasks.get(0);
  }

  /** Ends the session of port 50,000, whose task waits or runs. */
  private void endSession(String action) {
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
    switch (action) {
      case "evict" -> {
        for (int i = 1; i <= EnetLimits.DEFAULT.halfOpenPerAddress(); i++) {
          client(trusting, 50_000 + i);
          exchange(200);
          clients.clear();
        }
        assertThat(handler.dtlsPort().sessionCount())
            .isEqualTo(EnetLimits.DEFAULT.halfOpenPerAddress());
      }
      case "replace" -> {
        client(trusting, 50_000);
        exchange(50);
        clients.clear();
        assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
      }
      default -> {
        handler.dtlsPort().close();
        assertThat(handler.dtlsPort().sessionCount()).isZero();
      }
    }
  }

  @Test
  void repeatsEndOfHandshakeThatIsLost() {
    DtlsClient client = client(trusting, 50_000);
    isLost = (number, isFromClient) -> !isFromClient && number >= 3 && time < 2_500;
    exchange(2_000);
    assertThat(client.isEstablished).isFalse();
    exchange(5_000);
    assertEchoes(client, () -> exchange(1_000));
  }

  @Test
  void endsSessionWhoseEngineFails() {
    onKeyUse =
        () -> {
          throw new IllegalStateException("the key cannot be used");
        };
    DtlsClient client = client(trusting, 50_000);
    exchange(20_000); // Java 17 reports the failure when it sends again
    assertThat(client.isEstablished).isFalse();
    assertThat(reports).singleElement().asString().startsWith("50000: the DTLS handshake failed: ");
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertEchoes(connected(50_001), () -> exchange(1_000));
  }

  @Test
  void refusesClientWithOlderVersion() {
    InetSocketAddress from = address(50_000);
    DtlsClient client =
        new DtlsClient(
            trusting,
            SERVER,
            () -> time,
            hello -> {
              ByteBuffer.wrap(hello).putShort(25, (short) 0xfeff); // DTLS 1.0
              deliver(from, hello);
            });
    clients.put(from, client);
    exchange(1_000);
    assertThat(client.isEstablished).isFalse();
    assertThat(reports)
        .singleElement()
        .asString()
        .startsWith("50000: the DTLS handshake failed: ")
        .contains("DTLSv1.0 is not enabled");
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }

  @Test
  void refusesClientWithoutSuitableCipherSuite() {
    DtlsClient client = client(trusting, 50_000);
    client.engine.setEnabledCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"});
    exchange(1_000);
    assertThat(client.failure).hasMessageContaining("handshake_failure");
    assertThat(reports)
        .singleElement()
        .asString()
        .startsWith("50000: the DTLS handshake failed: ")
        .endsWith("no cipher suites in common");
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }
}
