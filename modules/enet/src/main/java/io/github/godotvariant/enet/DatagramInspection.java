package io.github.godotvariant.enet;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A description of a datagram, for people.
 *
 * <p>Immutable and safe for use by many threads, except for the arrays of packets.
 *
 * @param slot the number of the connection at the receiver, from 0 to 4,094; 4,095 for a request to
 *     connect
 * @param session the session number, from 0 to 3
 * @param compression the compression of the commands
 * @param commands the commands up to the first error
 * @param problem the problem; empty if the datagram is valid
 */
public record DatagramInspection(
    int slot,
    int session,
    EnetCompression compression,
    List<Command> commands,
    Optional<String> problem) {
  /**
   * Checks the components.
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
   * A command.
   *
   * @param description the name in ENet, the channel, the number and the fields
   * @param packet the packet that the command carries, or that its fragment completes; empty if
   *     there is none
   */
  public record Command(String description, Optional<byte[]> packet) {
    /**
     * Checks the components.
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
