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
 * What each byte of a packet says, for people: as much as can be read, and what is wrong then.
 *
 * <p>Values are told one by one, with their types; how many a synchronizer has, and what they are
 * called, only the game knows. The fields of a packet that is relayed come after those around it.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param packet the packet; empty if it is none. Its values may be broken even so
 * @param fields in the order of the bytes, none of them twice
 * @param failure what is wrong, with the byte where, counted from the first one
 */
@Experimental
@CheckReturnValue
public record PacketInspection(
    Optional<MultiplayerPacket> packet,
    List<WireField> fields,
    Optional<VariantException> failure) {
  /**
   * Checks the components.
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
   * Looks at bytes, whatever they are.
   *
   * @param bytes one packet and nothing else; not kept
   * @param codec reads the values
   * @return what they are
   */
  public static PacketInspection of(byte[] bytes, VariantCodec codec) {
    PacketFields fields = new PacketFields(CompressedVariantCodec.of(codec));
    Optional<MultiplayerPacket> packet = Optional.empty();
    Optional<VariantException> failure = Optional.empty();
    try {
      packet = Optional.of(new PacketInput(ByteBuffer.wrap(bytes), fields).packet());
    } catch (VariantException e) {
      failure = Optional.of(e);
    }
    List<WireField> all = fields.all();
    all.sort(Comparator.comparingInt(WireField::offset));
    return new PacketInspection(packet, all, failure.isPresent() ? failure : fields.failure());
  }
}
