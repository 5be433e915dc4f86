package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Clients that connect, seen from the datagrams of the host. */
class HandshakeTest {
  /** A host whose datagrams are collected. */
  private static final class Collector {
    final List<byte[]> sent = new ArrayList<>();
    final List<EnetConnectRequest> requests = new ArrayList<>();
    long now = 1000;
    boolean accepts = true;
    boolean throwsOnDisconnect;
    final EnetHost host;

    Collector(EnetLimits limits) {
      host =
          EnetHost.builder(
                  (address, datagram) -> sent.add(Simulation.copy(datagram)),
                  new EnetListener() {
                    @Override
                    public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
                      if (throwsOnDisconnect) {
                        throw new IllegalStateException("listener");
                      }
                    }
                  })
              .clock(() -> now)
              .limits(limits)
              .acceptor(
                  request -> {
                    requests.add(request);
                    return accepts;
                  })
              .build();
    }

    void connect(int host4, int connectId) {
      byte[] datagram = Capture.ALL.get(0).datagram().clone();
      ByteBuffer.wrap(datagram).putInt(datagram.length - 8, connectId);
      host.receive(address(host4), ByteBuffer.wrap(datagram));
    }

    void confirm(int host4, byte[] reply) {
      ByteBuffer in = ByteBuffer.wrap(reply);
      int time = in.getShort(2);
      EnetCommand verify = Objects.requireNonNull(EnetCommand.read(in.position(4)));
      ByteBuffer out = ByteBuffer.allocate(10);
      int session = verify.field(EnetCommand.OUTGOING_SESSION);
      out.putShort((short) (verify.field(EnetCommand.SLOT) | session << 12));
      EnetCommand.of(CommandKind.ACK, 255, verify.number(), verify.number(), time).write(out);
      host.receive(address(host4), out.flip());
    }

    static InetSocketAddress address(int last) {
      try {
        byte[] ip = {10, 0, (byte) (last >> 8), (byte) last};
        return new InetSocketAddress(InetAddress.getByAddress(ip), 4000);
      } catch (UnknownHostException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void refusesRequestsBeforeAndAfterVerification() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    collector.accepts = false;
    collector.connect(1, 1);
    assertThat(collector.sent).hasSize(1);
    assertThat(collector.sent.get(0)).hasSize(10).startsWith(0, 0, 0x44, 0xff);
    collector.accepts = true;
    collector.connect(1, 2);
    assertThat(collector.sent.get(1)).hasSize(48);
    collector.accepts = false;
    collector.confirm(1, collector.sent.get(1));
    assertThat(collector.sent.get(2)).hasSize(10);
    assertThat(collector.host.peers()).isEmpty();
    assertThat(collector.requests)
        .extracting(EnetConnectRequest::isVerified)
        .containsExactly(false, false, true);
    assertThat(collector.requests.get(0).data()).isEqualTo(921_883_887);
    assertThat(collector.requests.get(0).channels()).isEqualTo(255);
  }

  @Test
  void refusesMorePeersThanLimit() {
    Collector collector = new Collector(EnetLimits.builder().peers(1).build());
    collector.connect(1, 1);
    collector.connect(2, 2);
    collector.confirm(1, collector.sent.get(0));
    collector.confirm(2, collector.sent.get(1));
    collector.connect(3, 3);
    assertThat(collector.host.peers()).hasSize(1);
    assertThat(collector.sent).extracting(sent -> sent.length).containsExactly(48, 48, 10, 10);
  }

  @Test
  void refusesMorePeersOfOneAddressThanLimit() {
    Collector collector = new Collector(EnetLimits.builder().peersPerAddress(1).build());
    collector.connect(1, 1);
    collector.connect(1, 2);
    collector.confirm(1, collector.sent.get(0));
    collector.confirm(1, collector.sent.get(1));
    collector.connect(1, 3);
    collector.connect(2, 4);
    collector.confirm(2, collector.sent.get(3)); // the third request was not answered
    assertThat(collector.host.peers()).hasSize(2);
    assertThat(collector.sent).extracting(sent -> sent.length).startsWith(48, 48, 10, 48);
  }

  @Test
  void answersClientsDuringFloodOfOtherDatagrams() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    for (int i = 0; i < 5000; i++) {
      ByteBuffer datagram = ByteBuffer.allocate(52).putShort((short) 0x8fff);
      collector.host.receive(Collector.address(2 + i), datagram.clear());
    }
    collector.connect(1, 1);
    assertThat(collector.sent).hasSize(1);
  }

  @Test
  void processesAllPeersIfListenerThrows() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    for (int i = 0; i < 3; i++) {
      collector.connect(i, i);
      collector.confirm(i, collector.sent.get(collector.sent.size() - 1));
    }
    List<EnetPeer> peers = collector.host.peers();
    assertThat(peers).hasSize(3);
    collector.throwsOnDisconnect = true;
    assertThatIllegalStateException()
        .isThrownBy(collector.host::close)
        .withMessage("listener")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    assertThat(peers).noneMatch(EnetPeer::isConnected);
    assertThat(collector.host.peers()).isEmpty();
  }

  @Test
  void repeatsSameReplyForRepeatedConnect() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    collector.connect(1, 1);
    collector.now += 500;
    collector.connect(1, 1);
    assertThat(collector.sent).hasSize(2);
    assertThat(collector.sent.get(1)).isEqualTo(collector.sent.get(0));
    collector.confirm(1, collector.sent.get(0));
    collector.connect(1, 1);
    assertThat(collector.host.peers()).hasSize(1);
    assertThat(collector.sent).hasSize(2);
  }

  @Test
  void measuresRoundTripOnlyWithFirstReply() {
    for (int millis : new int[] {30, 3000}) {
      Collector collector = new Collector(EnetLimits.DEFAULT);
      collector.connect(1, 1);
      collector.now += millis;
      if (millis > 1000) {
        collector.connect(1, 1);
      }
      collector.confirm(1, collector.sent.get(0));
      assertThat(collector.host.peers().get(0).roundTripMillis()).isEqualTo(Math.min(millis, 500));
    }
  }

  @Test
  void demandsNumberAndTimeOfReply() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    collector.connect(1, 1);
    byte[] reply = collector.sent.get(0);
    for (int at : new int[] {2, 3, 6, 7}) {
      byte[] wrong = reply.clone();
      wrong[at]++;
      collector.confirm(1, wrong);
    }
    collector.confirm(2, reply);
    assertThat(collector.host.peers()).isEmpty();
    collector.confirm(1, reply);
    assertThat(collector.host.peers()).hasSize(1);
  }

  @Test
  void sendsAtMostThreeTimesTheReceivedBytesBeforeSecondAcknowledgement() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    collector.connect(1, 1);
    collector.confirm(1, collector.sent.get(0));
    EnetPeer peer = collector.host.peers().get(0);
    peer.send(new byte[100_000], 0, EnetDelivery.RELIABLE);
    peer.send(new byte[100], 1, EnetDelivery.UNRELIABLE);
    for (int i = 0; i < 20_000; i++) {
      collector.now++;
      collector.host.service();
    }
    int bytes = collector.sent.stream().mapToInt(sent -> sent.length).sum();
    assertThat(bytes).isBetween(48 + 20, 3 * (52 + 10));
    assertThat(peer.isConnected()).isTrue();
    collector.now += 10_000;
    collector.host.service();
    assertThat(collector.host.peers()).isEmpty();
  }

  @Test
  void dropsOldestHandshakes() {
    EnetLimits limits =
        EnetLimits.builder().halfOpen(10).halfOpenPerAddress(3).connectsPerAddress(100).build();
    Collector collector = new Collector(limits);
    for (int i = 0; i < 4; i++) {
      collector.connect(1, i);
    }
    assertThat(collector.host.handshakeCount()).isEqualTo(3);
    collector.confirm(1, collector.sent.get(0));
    assertThat(collector.host.peers()).isEmpty();
    for (int i = 0; i < 20; i++) {
      collector.connect(10 + i, i);
    }
    assertThat(collector.host.handshakeCount()).isEqualTo(10);
    collector.now += 5000;
    collector.host.service();
    assertThat(collector.host.handshakeCount()).isZero();
  }

  /** Players of one household or school, for example. */
  @Test
  void connectsAllClientsOfOneAddress() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10; i++) {
        collector.connect(1, 10 * round + i);
      }
      collector.now += 500;
    }
    int replies = collector.sent.size();
    assertThat(replies).isEqualTo(15);
    for (int i = 0; i < replies; i++) {
      collector.confirm(1, collector.sent.get(i));
    }
    assertThat(collector.host.peers()).hasSize(replies);
  }

  @Test
  void limitsRequestsByAddressAndTime() {
    Collector collector = new Collector(EnetLimits.DEFAULT);
    for (int i = 0; i < 50; i++) {
      collector.connect(1, i);
    }
    assertThat(collector.sent).hasSize(10);
    collector.now += 100;
    collector.connect(1, 60);
    collector.connect(1, 61);
    assertThat(collector.sent).hasSize(11);
    for (int i = 0; i < 1000; i++) {
      collector.connect(2 + i, i);
    }
    assertThat(collector.sent.size()).isBetween(480, 520);
  }

  @Test
  void usesOtherSessionsForSameSlot() {
    Handshake first = handshake(255, 255, 255, 255);
    assertThat(first.outgoingSession).isZero();
    assertThat(first.incomingSession).isZero();
    Handshake second = handshake(255, 255, 0, 0);
    assertThat(second.outgoingSession).isEqualTo(1);
    assertThat(second.incomingSession).isEqualTo(1);
    assertThat(handshake(3, 2, 0, 3).outgoingSession).isEqualTo(0);
    assertThat(handshake(2, 3, 0, 3).outgoingSession).isZero();
    assertThat(handshake(3, 3, 2, 0).outgoingSession).isEqualTo(1);
  }

  private static Handshake handshake(
      int incoming, int outgoing, int lastIncoming, int lastOutgoing) {
    EnetCommand connect =
        EnetCommand.of(
            CommandKind.CONNECT,
            255,
            1,
            0,
            incoming,
            outgoing,
            1392,
            65_536,
            1,
            0,
            0,
            5000,
            2,
            2,
            1,
            2);
    return new Handshake(
        Simulation.CLIENT, EnetCompression.NONE, connect, 1, lastIncoming, lastOutgoing, 1, 0, 0);
  }
}
