package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A description of each field of a packet, for human readers. An invalid packet is described up to
 * the first error.
 *
 * <p>The field of a value shows the index and the type of the value. It does not show the name of
 * the property, because only the game knows the properties of a synchronizer. The fields of a
 * relayed packet follow the fields of the {@link MultiplayerPacket.Relay} that contains the packet.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param packet the packet, whose values can be malformed; empty if the packet cannot be decoded
 * @param fields the fields in the order of their bytes; fields do not overlap
 * @param failure the error, whose offset is counted from the first byte of the packet; empty if the
 *     packet is valid
 */
@Experimental
@CheckReturnValue
public record PacketInspection(
    Optional<MultiplayerPacket> packet,
    List<WireField> fields,
    Optional<VariantException> failure) {
  /**
   * Checks that no component is {@code null}, and copies the fields.
   *
   * @param packet see the record
   * @param fields see the record; copied
   * @param failure see the record
   */
  public PacketInspection {
    Objects.requireNonNull(packet, "packet");
    fields = List.copyOf(fields);
    Objects.requireNonNull(failure, "failure");
  }

  /**
   * Inspects bytes that may be malformed.
   *
   * @param bytes exactly one packet; the inspection does not keep a reference to the array
   * @param codec decodes the values
   * @return the inspection
   */
  public static PacketInspection of(byte[] bytes, VariantCodec codec) {
    PacketFields fields = new PacketFields(CompressedVariantCodec.of(codec));
    Optional<MultiplayerPacket> packet = Optional.empty();
    Optional<VariantException> failure = Optional.empty();
    try {
      packet = Optional.of(new PacketReader(ByteBuffer.wrap(bytes), fields).read());
    } catch (VariantException e) {
      failure = Optional.of(e);
    }
    List<WireField> all = fields.all();
    all.sort(Comparator.comparingInt(WireField::offset));
    return new PacketInspection(packet, all, failure.isPresent() ? failure : fields.failure());
  }
}
