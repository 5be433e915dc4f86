package io.github.godotvariant.enet;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A description of a datagram that people can read.
 *
 * <p>Immutable and safe for use by many threads, except that callers can change the arrays of
 * packets.
 *
 * @param slot the number of the connection at the receiver, from 0 to 4,094; 4,095 for a request to
 *     connect
 * @param session the session number of the connection, from 0 to 3
 * @param compression the compression of the commands
 * @param commands the commands up to the first error
 * @param problem the reason for which the datagram is not valid; empty if the datagram is valid
 */
public record DatagramInspection(
    int slot,
    int session,
    EnetCompression compression,
    List<Command> commands,
    Optional<String> problem) {
  /**
   * Creates an inspection. No component may be null.
   *
   * @param slot see the record
   * @param session see the record
   * @param compression see the record
   * @param commands see the record; copied
   * @param problem see the record
   */
  public DatagramInspection {
    Objects.requireNonNull(compression, "compression");
    commands = List.copyOf(commands);
    Objects.requireNonNull(problem, "problem");
  }

  /**
   * A command in the datagram.
   *
   * @param description the name of the command in ENet, the channel, the sequence number and the
   *     fields
   * @param packet the packet in the command, or the packet whose last missing fragment is in the
   *     command; empty if there is none
   */
  public record Command(String description, Optional<byte[]> packet) {
    /**
     * Creates a command. No component may be null.
     *
     * @param description see the record
     * @param packet see the record; not copied
     */
    public Command {
      Objects.requireNonNull(description, "description");
      Objects.requireNonNull(packet, "packet");
    }
  }
}
