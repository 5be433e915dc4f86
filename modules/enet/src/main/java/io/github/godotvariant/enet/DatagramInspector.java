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
import org.jspecify.annotations.Nullable;

/**
 * Describes captured datagrams for people, and joins their fragments to packets.
 *
 * <p>Malformed datagrams get a description too. The inspector keeps at most 1,000 packets that wait
 * for fragments; a further packet replaces the oldest one. Not thread-safe; must be closed.
 */
@CheckReturnValue
public final class DatagramInspector implements AutoCloseable {
  private static final int MAX_UNFINISHED = 1_000;
  private static final DatagramHeader NO_HEADER =
      new DatagramHeader(DatagramHeader.NO_SLOT, 0, -1, false);
  private static final int MIN_DTLS_CONTENT_TYPE = 20;
  private static final int MAX_DTLS_CONTENT_TYPE = 25;

  /** The versions DTLS 1.2 and 1.0, as encoded in the header of a DTLS record. */
  private static final Set<Short> DTLS_VERSIONS = Set.of((short) 0xfefd, (short) 0xfeff);

  private final DatagramCompressor compressor = new DatagramCompressor();
  private final Map<UnfinishedPacket, FragmentBuffer> unfinished =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UnfinishedPacket, FragmentBuffer> eldest) {
          return size() > MAX_UNFINISHED;
        }
      };

  /** Identifies a packet that waits for fragments. */
  private record UnfinishedPacket(
      Object flow,
      int slot,
      int session,
      CommandKind kind,
      int channel,
      int start,
      int total,
      int count) {}

  /** Creates an inspector that does not hold any fragments yet. */
  public DatagramInspector() {}

  /**
   * Describes a datagram. A malformed datagram is described up to the first error.
   *
   * @param flow an object that identifies the sender and the receiver, for example their addresses
   *     as text; compared with {@code equals}
   * @param datagram the datagram; not changed and not kept
   * @return the description
   */
  public DatagramInspection inspect(Object flow, byte[] datagram) {
    Objects.requireNonNull(flow, "flow");
    ByteBuffer in = ByteBuffer.wrap(datagram.clone());
    boolean isDtls = isDtls(in);
    DatagramHeader header = isDtls ? null : DatagramHeader.read(in);
    if (header == null) {
      String problem = isDtls ? "encrypted with DTLS" : "too short for a header";
      return inspection(NO_HEADER, EnetCompression.NONE, List.of(), problem);
    }
    DatagramCompressor.Block block =
        header.isCompressed()
            ? compressor.detect(in, EnetCommand::hasOnlyCommands)
            : new DatagramCompressor.Block(EnetCompression.NONE, in);
    if (block == null) {
      String problem = "no compression gives complete commands";
      return inspection(header, EnetCompression.NONE, List.of(), problem);
    }
    String problem =
        EnetCommand.hasOnlyCommands(block.commands()) ? null : "not a complete command of ENet";
    List<DatagramInspection.Command> commands = new ArrayList<>();
    for (EnetCommand command = EnetCommand.read(block.commands());
        command != null;
        command = EnetCommand.read(block.commands())) {
      commands.add(
          new DatagramInspection.Command(command.toString(), packet(flow, header, command)));
    }
    return inspection(header, block.compression(), commands, problem);
  }

  private static DatagramInspection inspection(
      DatagramHeader header,
      EnetCompression compression,
      List<DatagramInspection.Command> commands,
      @Nullable String problem) {
    return new DatagramInspection(
        header.slot(), header.session(), compression, commands, Optional.ofNullable(problem));
  }

  @Override
  public void close() {
    compressor.close();
  }

  /**
   * Returns whether a datagram contains DTLS. A DTLS record starts with a content type and a
   * version. A valid datagram of ENet never starts like this, because the third byte would be an
   * unknown command.
   */
  private static boolean isDtls(ByteBuffer in) {
    return in.remaining() > Short.BYTES
        && in.get(0) >= MIN_DTLS_CONTENT_TYPE
        && in.get(0) <= MAX_DTLS_CONTENT_TYPE
        && DTLS_VERSIONS.contains(in.getShort(1));
  }

  /**
   * Returns the packet in a command, or the packet whose last missing fragment is in the command.
   */
  private Optional<byte[]> packet(Object flow, DatagramHeader header, EnetCommand command) {
    if (command.kind() == CommandKind.CONNECT || command.kind() == CommandKind.VERIFY_CONNECT) {
      // Fragments of an earlier connection do not belong to the new one.
      unfinished.keySet().removeIf(packet -> packet.flow().equals(flow));
    }
    if (!command.isFragment()) {
      return command.kind().hasData() ? Optional.of(command.copyData()) : Optional.empty();
    }
    if (!FragmentBuffer.isValid(command)) {
      return Optional.empty();
    }
    UnfinishedPacket key =
        new UnfinishedPacket(
            flow,
            header.slot(),
            header.session(),
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
