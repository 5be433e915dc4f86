package io.github.godotvariant.enet;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Describes captured datagrams for people, and joins the packets whose fragments they carry.
 *
 * <p>Any bytes give a description. At most 1,000 packets wait for fragments; a new one replaces the
 * oldest. Not thread-safe; must be closed.
 */
@CheckReturnValue
public final class DatagramInspector implements AutoCloseable {
  private static final int MAX_UNFINISHED = 1_000;
  private static final int DTLS_CONTENT_TYPES_FROM = 20;
  private static final int DTLS_CONTENT_TYPES_TO = 25;

  /** The versions 1.2 and 1.0. */
  private static final Set<Short> DTLS_VERSIONS = Set.of((short) 0xfefd, (short) 0xfeff);

  private final DatagramCompressor compressor = new DatagramCompressor();
  private final Map<Unfinished, FragmentBuffer> unfinished =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Unfinished, FragmentBuffer> eldest) {
          return size() > MAX_UNFINISHED;
        }
      };

  /** Identifies a packet whose fragments are joined. */
  private record Unfinished(
      Object flow, int slot, int session, int kind, int channel, int start, int total, int count) {}

  /** Creates an inspector without fragments. */
  public DatagramInspector() {}

  /**
   * Describes a datagram. A malformed one is described up to the first error.
   *
   * @param flow identifies the sender and the receiver, for example their addresses as text;
   *     compared with {@code equals}
   * @param datagram the datagram; not changed and not kept
   * @return the description
   */
  public DatagramInspection inspect(Object flow, byte[] datagram) {
    Objects.requireNonNull(flow, "flow");
    Description description = new Description();
    try {
      description.read(flow, ByteBuffer.wrap(datagram.clone()));
      return description.toInspection(Optional.empty());
    } catch (CorruptDatagramException e) {
      return description.toInspection(Optional.of(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void close() {
    compressor.close();
  }

  /** The decoded part of a datagram. */
  private final class Description {
    private int slot = EnetHost.NO_SLOT;
    private int session;
    private EnetCompression compression = EnetCompression.NONE;
    private final List<DatagramInspection.Command> commands = new ArrayList<>();

    private DatagramInspection toInspection(Optional<String> problem) {
      return new DatagramInspection(slot, session, compression, commands, problem);
    }

    private void read(Object flow, ByteBuffer in) throws CorruptDatagramException {
      if (in.remaining() > Short.BYTES && isDtls(in)) {
        throw new CorruptDatagramException("encrypted with DTLS");
      }
      if (in.remaining() < Short.BYTES) {
        throw new CorruptDatagramException("too short for a header");
      }
      int head = in.getShort() & 0xffff;
      if ((head & EnetHost.HAS_TIME) != 0) {
        if (in.remaining() < Short.BYTES) {
          throw new CorruptDatagramException("too short for a header");
        }
        in.getShort();
      }
      slot = head & EnetHost.NO_SLOT;
      session = head >> 12 & 3;
      ByteBuffer plain = in;
      if ((head & EnetHost.COMPRESSED) != 0) {
        DatagramCompressor.Block block =
            compressor.detect(in, DatagramCompressor.MAX_BYTES, EnetCommand::isWhole);
        compression = block.compression();
        plain = block.commands();
      }
      readCommands(flow, plain);
    }

    private void readCommands(Object flow, ByteBuffer in) throws CorruptDatagramException {
      boolean isWhole = EnetCommand.isWhole(in);
      while (in.hasRemaining()) {
        EnetCommand command = EnetCommand.read(in);
        if (command == null) {
          break;
        }
        commands.add(
            new DatagramInspection.Command(
                command.toString(), packet(flow, slot, session, command)));
      }
      if (!isWhole) {
        throw new CorruptDatagramException("not a complete command of ENet");
      }
    }
  }

  /**
   * Returns whether a datagram is DTLS. It then starts with a content type and a version, which
   * ENet would read as an unknown command.
   */
  private static boolean isDtls(ByteBuffer in) {
    return in.get(0) >= DTLS_CONTENT_TYPES_FROM
        && in.get(0) <= DTLS_CONTENT_TYPES_TO
        && DTLS_VERSIONS.contains(in.getShort(1));
  }

  /** Returns the packet that a command carries or completes. */
  private Optional<byte[]> packet(Object flow, int slot, int session, EnetCommand command) {
    if (command.kind() == EnetCommand.CONNECT || command.kind() == EnetCommand.VERIFY_CONNECT) {
      unfinished.keySet().removeIf(packet -> packet.flow().equals(flow)); // a new connection
    }
    if (!command.isFragment()) {
      return command.isData() ? Optional.of(command.copyData()) : Optional.empty();
    }
    if (!FragmentBuffer.isValid(command)) {
      return Optional.empty();
    }
    Unfinished key =
        new Unfinished(
            flow,
            slot,
            session,
            command.kind(),
            command.channel(),
            command.field(EnetCommand.NUMBER),
            command.field(EnetCommand.TOTAL),
            command.field(EnetCommand.COUNT));
    FragmentBuffer fragments = unfinished.getOrDefault(key, new FragmentBuffer(command));
    if (fragments.fits(command) && !fragments.contains(command)) {
      fragments.add(command);
      unfinished.put(key, fragments);
    }
    if (!fragments.isComplete()) {
      return Optional.empty();
    }
    unfinished.remove(key);
    return Optional.of(fragments.join());
  }
}
