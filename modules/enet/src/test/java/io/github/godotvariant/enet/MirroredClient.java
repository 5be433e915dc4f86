package io.github.godotvariant.enet;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A client that uses the classes of the server, except for the first datagrams. */
final class MirroredClient implements SimulatedClient {
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);

  private static final EnetLimits LIMITS =
      EnetLimits.builder()
          .datagramsPerAddress(1_000_000)
          .peers(1)
          .packetBytes(32 << 20)
          .waitingBytes(64 << 20)
          .queuedBytes(64 << 20)
          .build();

  private static final int CONNECT_ID = 0x1234_5678;

  private final Simulation simulation;
  private final EnetHost host;
  private @Nullable EnetPeer peer;

  MirroredClient(Simulation simulation) {
    this.simulation = simulation;
    host =
        EnetHost.builder(
                (address, datagram) -> simulation.toServer(Simulation.copy(datagram)),
                new EnetListener() {
                  @Override
                  public void onPacket(
                      EnetPeer from, byte[] packet, int channel, EnetDelivery delivery) {
                    simulation.clientReceived(packet, channel, delivery);
                  }

                  @Override
                  public void onDisconnect(EnetPeer from, EnetDisconnectReason reason, int data) {
                    simulation.clientDisconnected(data);
                  }
                })
            .clock(simulation::now)
            .limits(LIMITS)
            .random(new Random(1))
            .build();
  }

  @Override
  public void connect(int channels, int data) {
    ByteBuffer out = ByteBuffer.allocate(100);
    out.putShort((short) 0x8fff).putShort((short) simulation.now());
    connectCommand(0, 255, 255, channels, data).write(out);
    simulation.toServer(Simulation.copy(out.flip()));
  }

  private static EnetCommand connectCommand(
      int slot, int incoming, int outgoing, int channels, int data) {
    return EnetCommand.of(
        CommandKind.CONNECT,
        EnetCommand.CONTROL_CHANNEL,
        1,
        slot,
        incoming,
        outgoing,
        1392,
        65_536,
        channels,
        0,
        0,
        5000,
        2,
        2,
        CONNECT_ID,
        data);
  }

  @Override
  public void receive(byte[] datagram) {
    ByteBuffer in = ByteBuffer.wrap(datagram);
    if (peer == null) {
      int time = in.getShort(2) & 0xffff;
      EnetCommand verify = Objects.requireNonNull(EnetCommand.read(in.position(4)));
      if (verify.kind() == CommandKind.VERIFY_CONNECT) {
        open(verify, time);
      }
      return;
    }
    host.receive(SERVER, in);
  }

  private void open(EnetCommand verify, int time) {
    int outgoing = verify.field(EnetCommand.OUTGOING_SESSION);
    int incoming = verify.field(EnetCommand.INCOMING_SESSION);
    // A handshake adds 1 to these sessions.
    EnetCommand reversed =
        connectCommand(
            verify.field(EnetCommand.SLOT),
            outgoing + 3 & 3,
            incoming + 3 & 3,
            verify.field(EnetCommand.CHANNELS),
            0);
    Handshake handshake =
        new Handshake(
            SERVER, EnetCompression.NONE, reversed, 0, 255, 255, 255, simulation.now(), 5);
    handshake.receivedBytes = 1 << 20;
    peer = host.add(handshake);
    peer.start();
    peer.outgoing.acknowledge(verify, time);
  }

  private EnetPeer peer() {
    return Objects.requireNonNull(peer);
  }

  @Override
  public void setNumbers(int channel, int sent, int received) {
    peer().outgoing.channel(channel).reliable = sent;
    peer().incoming.channel(channel).reliable = received;
  }

  @Override
  public void setGroups(int sent, int received) {
    peer().outgoing.group = sent;
    peer().incoming.groupBase = received;
  }

  @Override
  public void send(byte[] packet, int channel, EnetDelivery delivery) {
    peer().send(packet, channel, delivery);
  }

  @Override
  public void service() {
    host.service();
  }

  @Override
  public void disconnect(int kind, int data) {
    switch (kind) {
      case 0 -> peer().disconnect(data);
      case 1 -> peer().disconnectNow(data);
      default -> peer().disconnectLater(data);
    }
  }
}
