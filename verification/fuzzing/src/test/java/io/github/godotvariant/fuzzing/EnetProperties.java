package io.github.godotvariant.fuzzing;

import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetHost;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.save.Compression;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An ENet server with a hostile and an honest client. No datagram causes an exception, an unknown
 * address receives fewer bytes than it sends, and the honest client is not disturbed.
 */
final class EnetProperties {
  /** The state of the hostile client before its datagrams. */
  private enum State {
    UNKNOWN,
    HALF_OPEN,
    CONNECTED,
    DISCONNECT_LATER,
    DISCONNECTING,
    GONE
  }

  private static final InetSocketAddress HOSTILE = address(1);
  private static final InetSocketAddress HONEST = address(2);
  private static final int MAX_DATAGRAMS = 16;
  private static final int MAX_STEP_MILLIS = 50;
  private static final int MAX_PACKET = 20_000;

  // Flags of a datagram of the input.
  private static final int COMPLETE = 1;
  private static final int COMPRESSED = 2;
  private static final int WITHOUT_TIME = 4;
  private static final int TO_NO_SLOT = 8;
  private static final int TO_HONEST_SLOT = 16;

  /** The slot of requests to connect. A client that uses another slot has received a reply. */
  private static final int NO_SLOT = 0xfff;

  private static final EnetLimits LIMITS =
      EnetLimits.builder()
          .packetBytes(MAX_PACKET)
          .waitingBytes(30_000)
          .totalWaitingBytes(60_000)
          .build();

  private final List<byte[]> sentToHostile = new ArrayList<>();
  private final List<byte[]> sentToHonest = new ArrayList<>();
  private final List<String> honestPackets = new ArrayList<>();
  private final EnetHost host;
  private long now;
  private long hostileBytesIn;
  private long hostileBytesOut;

  private EnetProperties() {
    host =
        EnetHost.builder(this::send, new Events())
            .limits(LIMITS)
            .clock(() -> now)
            .random(new Random(1))
            .build();
  }

  private final class Events implements EnetListener {
    @Override
    public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
      Check.that(packet.length <= MAX_PACKET, () -> "packet of " + packet.length + " bytes");
      Check.that(channel < peer.channels(), () -> "packet on channel " + channel);
      if (peer.address().equals(HONEST)) {
        honestPackets.add(new String(packet, StandardCharsets.US_ASCII));
      } else if (packet.length % 3 == 0) {
        peer.send(packet, channel, delivery);
      }
    }
  }

  private static InetSocketAddress address(int last) {
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last}), 4000);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void send(InetSocketAddress address, ByteBuffer datagram) {
    byte[] bytes = new byte[datagram.remaining()];
    datagram.get(bytes);
    if (address.equals(HONEST)) {
      sentToHonest.add(bytes);
    } else {
      sentToHostile.add(bytes);
      hostileBytesOut += bytes.length;
    }
  }

  /** Datagrams in the state that the choice names. */
  static void datagrams(Input input) {
    EnetProperties tested = new EnetProperties();
    try {
      int honestSlot = tested.connect(HONEST, tested.sentToHonest);
      State state = State.values()[input.choice() % State.values().length];
      int slot = tested.enter(state);
      tested.play(slot, honestSlot, ByteBuffer.wrap(input.bytes()));
      tested.deliver(HONEST, datagram(honestSlot, true, reliablePacket(1, "honest")));
      Check.same(List.of("honest"), tested.honestPackets, "packets of the honest client");
    } finally {
      tested.host.close();
    }
  }

  /** One compressed block, to a new client that does not compress and to the slot for requests. */
  static void block(Input input) {
    EnetProperties tested = new EnetProperties();
    try {
      int slot = tested.connect(HOSTILE, tested.sentToHostile);
      int head = (input.choice() & 1) == 0 ? slot : NO_SLOT;
      byte[] block = input.bytes();
      byte[] bytes = new byte[2 + block.length];
      ByteBuffer.wrap(bytes).putShort((short) (head | 0x4000)).put(block);
      tested.deliver(HOSTILE, bytes);
      tested.host.service();
    } finally {
      tested.host.close();
    }
  }

  /** Returns the slot, or the one for requests if the client has none. */
  private int enter(State state) {
    if (state == State.UNKNOWN) {
      return NO_SLOT;
    }
    if (state == State.HALF_OPEN) {
      return request(HOSTILE, sentToHostile);
    }
    int slot = connect(HOSTILE, sentToHostile);
    EnetPeer peer =
        host.peers().stream().filter(p -> p.address().equals(HOSTILE)).findAny().orElseThrow();
    peer.send(new byte[3000], 0, EnetDelivery.RELIABLE);
    host.flush();
    switch (state) {
      case DISCONNECT_LATER -> peer.disconnectLater(1);
      case DISCONNECTING -> peer.disconnect(2);
      case GONE -> peer.disconnectNow(3);
      default -> {}
    }
    return slot;
  }

  /** Sends a CONNECT and returns slot and session for the header of further datagrams. */
  private int request(InetSocketAddress client, List<byte[]> sent) {
    deliver(client, datagram(NO_SLOT, true, connectCommand(client)));
    ByteBuffer reply = ByteBuffer.wrap(sent.get(0));
    return reply.getShort(8) | reply.get(11) << 12;
  }

  private static byte[] connectCommand(InetSocketAddress client) {
    ByteBuffer connect = ByteBuffer.allocate(48);
    connect.put((byte) 0x82).put((byte) 255).putShort((short) 1);
    connect.putShort((short) 0).put((byte) 255).put((byte) 255);
    connect.putInt(1392).putInt(65_536).putInt(4).putInt(0).putInt(0);
    connect.putInt(5000).putInt(2).putInt(2).putInt(client.hashCode()).putInt(4711);
    return connect.array();
  }

  private int connect(InetSocketAddress client, List<byte[]> sent) {
    int slot = request(client, sent);
    ByteBuffer reply = ByteBuffer.wrap(sent.get(0));
    short number = reply.getShort(6);
    ByteBuffer ack = ByteBuffer.allocate(8).put((byte) 1).put((byte) 255);
    ack.putShort(number).putShort(number).putShort(reply.getShort(2));
    deliver(client, datagram(slot, false, ack.array()));
    return slot;
  }

  static byte[] reliablePacket(int number, String text) {
    byte[] data = text.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer command = ByteBuffer.allocate(6 + data.length).put((byte) 0x86).put((byte) 0);
    return command.putShort((short) number).putShort((short) data.length).put(data).array();
  }

  private static byte[] datagram(int slot, boolean hasTime, byte[] commands) {
    ByteBuffer out = ByteBuffer.allocate(4 + commands.length);
    out.putShort((short) (slot | (hasTime ? 0x8000 : 0)));
    if (hasTime) {
      out.putShort((short) 0);
    }
    byte[] bytes = new byte[out.put(commands).position()];
    out.flip().get(bytes);
    return bytes;
  }

  private void deliver(InetSocketAddress client, byte[] datagram) {
    hostileBytesIn += client.equals(HOSTILE) ? datagram.length : 0;
    host.receive(client, ByteBuffer.wrap(datagram));
  }

  /** Each datagram of the input has a byte of flags, a step of time and a length of two bytes. */
  private void play(int slot, int honestSlot, ByteBuffer in) {
    for (int i = 0; i < MAX_DATAGRAMS && in.remaining() >= 4; i++) {
      int flags = in.get();
      now += Byte.toUnsignedInt(in.get()) % MAX_STEP_MILLIS;
      byte[] body = new byte[Math.min(Short.toUnsignedInt(in.getShort()), in.remaining())];
      in.get(body);
      if ((flags & COMPLETE) != 0) {
        deliver(HOSTILE, body);
      } else {
        int head =
            (flags & TO_NO_SLOT) != 0 ? NO_SLOT : (flags & TO_HONEST_SLOT) != 0 ? honestSlot : slot;
        head |= (flags & COMPRESSED) != 0 ? 0x4000 : 0;
        deliver(HOSTILE, datagram(head, (flags & WITHOUT_TIME) == 0, body));
      }
      host.service();
      Check.that(host.peers().size() <= 2, () -> host.peers().size() + " peers");
      Check.that(
          slot != NO_SLOT || hostileBytesOut <= hostileBytesIn,
          () -> "amplified " + hostileBytesIn + " to " + hostileBytesOut + " bytes");
    }
  }

  /** Returns an input for {@link #datagrams} that contains each kind of command. */
  static byte[] everything() {
    byte[] reliable = reliablePacket(1, "abc");
    ByteBuffer unreliable = ByteBuffer.allocate(11).put((byte) 7).put((byte) 1).putShort((short) 1);
    unreliable.putShort((short) 1).putShort((short) 3).put(new byte[3]);
    ByteBuffer unsequenced = ByteBuffer.allocate(11).put((byte) 0x49).put((byte) 1);
    unsequenced.putShort((short) 0).putShort((short) 1).putShort((short) 3).put(new byte[3]);
    byte[] ping = {(byte) 0x85, (byte) 255, 0, 2};
    byte[] acknowledgement = {1, (byte) 255, 0, 1, 0, 1, 0, 0};
    byte[] disconnect = {(byte) 0x84, (byte) 255, 0, 3, 0, 0, 0, 9};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // Shorter than the reply, which FastLZ does not compress.
    byte[] connect = Compression.FASTLZ.compress(connectCommand(HOSTILE));
    add(out, COMPRESSED | WITHOUT_TIME | TO_NO_SLOT, connect);
    add(out, TO_HONEST_SLOT, disconnect);
    add(out, reliable);
    add(out, unreliable.array());
    add(out, unsequenced.array());
    add(out, fragment(true, 2, 0));
    add(out, fragment(true, 3, 1));
    add(out, fragment(false, 1, 1));
    add(out, ping);
    add(out, acknowledgement);
    add(out, disconnect);
    return out.toByteArray();
  }

  /** The first or the second half of a packet of eight bytes. */
  private static byte[] fragment(boolean isReliable, int number, int index) {
    ByteBuffer out = ByteBuffer.allocate(28);
    out.put((byte) (isReliable ? 0x88 : 12)).put((byte) 0).putShort((short) number);
    out.putShort((short) 2).putShort((short) 4).putInt(2).putInt(index).putInt(8).putInt(4 * index);
    return out.putInt(index).array();
  }

  private static void add(ByteArrayOutputStream out, byte[] commands) {
    add(out, 0, commands);
  }

  private static void add(ByteArrayOutputStream out, int flags, byte[] commands) {
    out.write(flags);
    out.write(10);
    out.write(commands.length >> 8);
    out.write(commands.length);
    out.write(commands, 0, commands.length);
  }
}
