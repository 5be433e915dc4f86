package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.codec.VariantCodec;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Bytes to read.
 *
 * @param id a unique name without tabs
 * @param codec the dialect, precision, object mode and limits
 * @param record the record type to read the bytes as
 * @param bytes the input
 */
record ContractInput(String id, VariantCodec codec, RecordType record, byte[] bytes) {
  /** The record types of {@code contract/Player.java} and {@code contract/Team.java}, or none. */
  enum RecordType {
    NONE,
    PLAYER,
    TEAM,
    PLAYER_LIST
  }

  /** Returns a checksum of all that the result depends on, in hexadecimal digits. */
  String checksum() {
    String settings =
        codec.dialect().name()
            + codec.dialect().realPrecision()
            + codec.objects()
            + codec.limits()
            + record;
    CRC32 crc = new CRC32();
    crc.update(settings.getBytes(StandardCharsets.UTF_8));
    crc.update(bytes);
    return String.format("%08x", crc.getValue());
  }

  /** Returns a number of 0 or more and less than a bound, which depends on the name only. */
  static int spread(String name, int bound) {
    CRC32 crc = new CRC32();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return (int) (crc.getValue() % bound);
  }
}
