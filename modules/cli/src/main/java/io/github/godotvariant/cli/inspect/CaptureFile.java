package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.terminal.Text;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the UDP datagrams in a capture file of tcpdump or Wireshark, in the format pcap or pcapng.
 * Packets of other protocols, IP fragments, and packets that are not complete in the file are
 * counted, but not returned. A file that is cut off is read up to its last complete packet.
 *
 * <p>The formats are described at www.tcpdump.org and in draft-ietf-opsawg-pcap and
 * draft-ietf-opsawg-pcapng.
 */
final class CaptureFile {
  private static final int PCAP_MICROS = 0xa1b2c3d4;
  private static final int PCAP_NANOS = 0xa1b23c4d;
  private static final int PCAPNG = 0x0a0d0d0a;
  private static final int PCAPNG_ORDER = 0x1a2b3c4d;

  /**
   * The length in bytes of an empty block of pcapng. {@link #isCapture} needs at least this number
   * of bytes.
   */
  static final int PCAPNG_BLOCK_BYTES = 12;

  private static final int INTERFACE_BLOCK = 1;
  private static final int PACKET_BLOCK = 6;

  /**
   * The types of blocks whose packets are only counted: the obsolete packet block, and the block
   * for packets without a time.
   */
  private static final Set<Integer> OTHER_PACKET_BLOCKS = Set.of(2, 3);

  private static final int RESOLUTION_OPTION = 9;

  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int UDP_BYTES = 8;
  private static final int UDP = 17;
  private static final Set<Integer> VLAN_TAGS = Set.of(0x8100, 0x88a8);
  private static final int ETHER_IPV4 = 0x0800;
  private static final int ETHER_IPV6 = 0x86dd;

  /** A datagram; the time is in seconds since 1970. */
  record Datagram(double time, String sender, String receiver, byte[] bytes) {}

  /**
   * A network interface in a file: the link type of its packets, and the number of time units in a
   * second.
   */
  private record Interface(int linkType, double unitsPerSecond) {}

  private final List<Datagram> datagrams = new ArrayList<>();
  private final Set<Integer> unknownLinkTypes = new TreeSet<>();
  private int shortened;
  private int others;
  private int packetStart;
  private Optional<String> problem = Optional.empty();

  /** Reads the bytes of a file for which {@link #isCapture} returns true. */
  CaptureFile(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.getInt(0) == PCAPNG) {
        readPcapng(in);
      } else {
        readPcap(in.order(isPcap(in.getInt(0)) ? in.order() : ByteOrder.LITTLE_ENDIAN));
      }
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      problem = Optional.of("the capture is cut off or damaged at byte " + packetStart);
    }
  }

  /** {@return whether bytes are the start of a capture file} */
  static boolean isCapture(byte[] start) {
    if (start.length < PCAPNG_BLOCK_BYTES) {
      return false;
    }
    ByteBuffer in = ByteBuffer.wrap(start);
    return isPcap(in.getInt(0))
        || isPcap(Integer.reverseBytes(in.getInt(0)))
        || in.getInt(0) == PCAPNG
            && (in.getInt(8) == PCAPNG_ORDER || Integer.reverseBytes(in.getInt(8)) == PCAPNG_ORDER);
  }

  private static boolean isPcap(int magic) {
    return magic == PCAP_MICROS || magic == PCAP_NANOS;
  }

  /** {@return the datagrams in the order of the file} */
  List<Datagram> datagrams() {
    return datagrams;
  }

  /**
   * {@return a description of the packets that are counted, but not returned; empty if there are no
   * such packets}
   */
  String omissions() {
    StringBuilder text = new StringBuilder();
    if (shortened > 0) {
      text.append(", ")
          .append(Text.count(shortened, "shortened packet"))
          .append(" (capture with -s 0)");
    }
    if (others > 0) {
      text.append(", ").append(Text.count(others, "other packet"));
    }
    unknownLinkTypes.forEach(type -> text.append(", unknown link type ").append(type));
    return text.toString();
  }

  /** {@return why the rest of the file was not read; empty if all of it was read} */
  Optional<String> problem() {
    return problem;
  }

  private void readPcap(ByteBuffer in) {
    double units = in.getInt() == PCAP_NANOS ? 1e9 : 1e6;
    int linkType = in.getInt(20) & 0xffff;
    in.position(24);
    while (in.hasRemaining()) {
      packetStart = in.position();
      double time = unsigned(in.getInt()) + unsigned(in.getInt()) / units;
      int length = in.getInt();
      boolean isWhole = in.getInt() <= length;
      addPacket(linkType, time, take(in, length), isWhole);
    }
  }

  private void readPcapng(ByteBuffer in) {
    List<Interface> interfaces = new ArrayList<>();
    while (in.hasRemaining()) {
      packetStart = in.position();
      if (in.getInt(in.position()) == PCAPNG) { // a section has its own byte order and interfaces
        boolean isBig = in.order(ByteOrder.BIG_ENDIAN).getInt(in.position() + 8) == PCAPNG_ORDER;
        in.order(isBig ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        interfaces.clear();
      }
      int type = in.getInt();
      int length = in.getInt() - PCAPNG_BLOCK_BYTES;
      ByteBuffer block = take(in, length);
      in.getInt(); // the same length again
      if (type == INTERFACE_BLOCK) {
        interfaces.add(readInterface(block));
      } else if (type == PACKET_BLOCK) {
        Interface origin = interfaces.get(block.getInt());
        long time = unsigned(block.getInt()) << 32 | unsigned(block.getInt());
        int captured = block.getInt();
        boolean isWhole = block.getInt() <= captured;
        double seconds = time / origin.unitsPerSecond();
        addPacket(origin.linkType(), seconds, take(block, captured), isWhole);
      } else if (OTHER_PACKET_BLOCKS.contains(type)) {
        others++;
      }
    }
  }

  private static Interface readInterface(ByteBuffer block) {
    int linkType = block.getShort() & 0xffff;
    block.position(8);
    double units = 1e6;
    while (block.remaining() >= Integer.BYTES) {
      int option = block.getShort();
      int length = block.getShort() & 0xffff;
      ByteBuffer value = take(block, length);
      take(block, Math.min(-length & 3, block.remaining())); // aligned to 4 bytes
      if (option == RESOLUTION_OPTION && length == 1) {
        int exponent = value.get();
        units = exponent < 0 ? Math.pow(2, exponent & 0x7f) : Math.pow(10, exponent);
      }
    }
    return new Interface(linkType, units);
  }

  private static long unsigned(int value) {
    return value & 0xffff_ffffL;
  }

  /**
   * Returns the next bytes of a buffer, in the same byte order, and moves the position past them.
   */
  private static ByteBuffer take(ByteBuffer in, int length) {
    ByteBuffer taken = in.slice(in.position(), length).order(in.order());
    in.position(in.position() + length);
    return taken;
  }

  /**
   * Adds the datagram in a packet to the datagrams. Counts the packet instead if it does not
   * contain a complete datagram.
   */
  private void addPacket(int linkType, double time, ByteBuffer packet, boolean isWhole) {
    if (!isWhole) {
      shortened++;
      return;
    }
    try {
      ByteBuffer in = packet.order(ByteOrder.BIG_ENDIAN);
      in.position(linkBytes(linkType, in));
      if (addDatagram(time, in.slice())) {
        return;
      }
    } catch (BufferUnderflowException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | UnknownHostException e) {
      // Counted below.
    }
    others++;
  }

  /** Returns the number of bytes before the IP header. */
  private int linkBytes(int linkType, ByteBuffer in) {
    return switch (linkType) {
      case 0, 108 -> 4; // loopback of BSD
      case 1 -> ethernetBytes(in);
      case 101, 228, 229 -> 0; // IP
      case 113 -> 16; // Linux, tcpdump -i any
      case 276 -> 20; // the same, version 2
      default -> {
        unknownLinkTypes.add(linkType);
        throw new IllegalArgumentException("link type " + linkType);
      }
    };
  }

  private static int ethernetBytes(ByteBuffer in) {
    int at = 12;
    while (VLAN_TAGS.contains(in.getShort(at) & 0xffff)) {
      at += 4;
    }
    int type = in.getShort(at) & 0xffff;
    if (type != ETHER_IPV4 && type != ETHER_IPV6) {
      throw new IllegalArgumentException("not IP");
    }
    return at + 2;
  }

  private boolean addDatagram(double time, ByteBuffer ip) throws UnknownHostException {
    int version = ip.get(0) >> 4 & 0xf;
    boolean isWholeUdp =
        version == 4
            ? (ip.getShort(6) & 0x3fff) == 0 && ip.get(9) == UDP // not a fragment
            : version == 6 && ip.get(6) == UDP;
    if (!isWholeUdp) {
      return false;
    }
    byte[] addresses = new byte[version == 4 ? 8 : 32];
    ip.get((version == 4 ? IPV4_BYTES : IPV6_BYTES) - addresses.length, addresses);
    ByteBuffer udp = ip.position(version == 4 ? (ip.get(0) & 0xf) * 4 : IPV6_BYTES);
    int half = addresses.length / 2;
    String sender = address(Arrays.copyOf(addresses, half), udp.getShort());
    String receiver =
        address(Arrays.copyOfRange(addresses, half, addresses.length), udp.getShort());
    int length = (udp.getShort() & 0xffff) - UDP_BYTES;
    udp.getShort(); // the checksum
    if (length < 0) {
      return false;
    }
    byte[] bytes = new byte[length];
    udp.get(bytes);
    return datagrams.add(new Datagram(time, sender, receiver, bytes));
  }

  private static String address(byte[] address, short port) throws UnknownHostException {
    String text = InetAddress.getByAddress(address).getHostAddress();
    return (address.length == 4 ? text : "[" + text + "]") + ":" + (port & 0xffff);
  }
}
