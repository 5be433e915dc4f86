package io.github.godotvariant.benchmarks;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events in protobuf's format, on its streams. This does to the bytes what generated classes do
 * (sizes first, then one array written through), without their messages and builders, and is thus
 * the faster opponent; the other is {@link GeneratedEvents}, for the same bytes.
 *
 * <p>The messages are those of {@code messages.proto}; only what is zero is written as well.
 */
final class ProtobufEvents implements RecordFormat<List<Event>> {
  private static final int POSITION_SIZE = 10;

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  @Override
  public byte[] encode(List<Event> events) throws IOException {
    int size = 0;
    // A message keeps its size between the passes, too.
    int[] sizes = new int[events.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = size(events.get(i));
      size += 1 + CodedOutputStream.computeUInt32SizeNoTag(sizes[i]) + sizes[i];
    }
    byte[] bytes = new byte[size];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    for (int i = 0; i < sizes.length; i++) {
      out.writeTag(1, LENGTH);
      out.writeUInt32NoTag(sizes[i]);
      write(events.get(i), out);
    }
    out.checkNoSpaceLeft();
    return bytes;
  }

  private static int size(Event event) {
    int size =
        CodedOutputStream.computeInt64Size(1, event.seq())
            + CodedOutputStream.computeStringSize(2, event.zone())
            + CodedOutputStream.computeDoubleSize(3, event.t())
            + CodedOutputStream.computeInt64Size(4, event.player())
            + CodedOutputStream.computeStringSize(5, event.event())
            + 2
            + POSITION_SIZE;
    if (event.speed() != null) {
      size += CodedOutputStream.computeDoubleSize(7, event.speed());
    }
    if (event.height() != null) {
      size += CodedOutputStream.computeInt64Size(8, event.height());
    }
    if (event.target() != null) {
      size += CodedOutputStream.computeInt64Size(9, event.target());
    }
    if (event.damage() != null) {
      size += CodedOutputStream.computeDoubleSize(10, event.damage());
    }
    if (event.crit() != null) {
      size += CodedOutputStream.computeBoolSize(11, event.crit());
    }
    if (event.item() != null) {
      size += CodedOutputStream.computeStringSize(12, event.item());
    }
    if (event.count() != null) {
      size += CodedOutputStream.computeInt64Size(13, event.count());
    }
    if (event.text() != null) {
      size += CodedOutputStream.computeStringSize(14, event.text());
    }
    return size;
  }

  private static void write(Event event, CodedOutputStream out) throws IOException {
    out.writeInt64(1, event.seq());
    out.writeString(2, event.zone());
    out.writeDouble(3, event.t());
    out.writeInt64(4, event.player());
    out.writeString(5, event.event());
    out.writeTag(6, LENGTH);
    out.writeUInt32NoTag(POSITION_SIZE);
    out.writeFloat(1, event.pos().x());
    out.writeFloat(2, event.pos().y());
    if (event.speed() != null) {
      out.writeDouble(7, event.speed());
    }
    if (event.height() != null) {
      out.writeInt64(8, event.height());
    }
    if (event.target() != null) {
      out.writeInt64(9, event.target());
    }
    if (event.damage() != null) {
      out.writeDouble(10, event.damage());
    }
    if (event.crit() != null) {
      out.writeBool(11, event.crit());
    }
    if (event.item() != null) {
      out.writeString(12, event.item());
    }
    if (event.count() != null) {
      out.writeInt64(13, event.count());
    }
    if (event.text() != null) {
      out.writeString(14, event.text());
    }
  }

  @Override
  public List<Event> decode(byte[] encoded) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(encoded);
    List<Event> events = new ArrayList<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag != (1 << 3 | LENGTH)) {
        throw new InvalidProtocolBufferException("tag " + tag);
      }
      int limit = in.pushLimit(in.readRawVarint32());
      events.add(read(in));
      in.popLimit(limit);
    }
    return events;
  }

  private static Event read(CodedInputStream in) throws IOException {
    long seq = 0;
    String zone = "";
    double t = 0;
    long player = 0;
    String event = "";
    Event.@Nullable Position pos = null;
    @Nullable Double speed = null;
    @Nullable Long height = null;
    @Nullable Long target = null;
    @Nullable Double damage = null;
    @Nullable Boolean crit = null;
    @Nullable String item = null;
    @Nullable Long count = null;
    @Nullable String text = null;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case 1 << 3 | VARINT -> seq = in.readInt64();
        case 2 << 3 | LENGTH -> zone = in.readStringRequireUtf8();
        case 3 << 3 | FIXED64 -> t = in.readDouble();
        case 4 << 3 | VARINT -> player = in.readInt64();
        case 5 << 3 | LENGTH -> event = in.readStringRequireUtf8();
        case 6 << 3 | LENGTH -> pos = readPosition(in);
        case 7 << 3 | FIXED64 -> speed = in.readDouble();
        case 8 << 3 | VARINT -> height = in.readInt64();
        case 9 << 3 | VARINT -> target = in.readInt64();
        case 10 << 3 | FIXED64 -> damage = in.readDouble();
        case 11 << 3 | VARINT -> crit = in.readBool();
        case 12 << 3 | LENGTH -> item = in.readStringRequireUtf8();
        case 13 << 3 | VARINT -> count = in.readInt64();
        case 14 << 3 | LENGTH -> text = in.readStringRequireUtf8();
        default -> in.skipField(tag);
      }
    }
    return new Event(
        seq,
        zone,
        t,
        player,
        event,
        Objects.requireNonNull(pos),
        speed,
        height,
        target,
        damage,
        crit,
        item,
        count,
        text);
  }

  private static Event.Position readPosition(CodedInputStream in) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    float x = 0;
    float y = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 1 -> x = in.readFloat();
        case 2 -> y = in.readFloat();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return new Event.Position(x, y);
  }
}
