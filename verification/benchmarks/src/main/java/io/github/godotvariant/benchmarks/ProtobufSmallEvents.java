package io.github.godotvariant.benchmarks;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Small events in protobuf's format, on its streams; see {@link ProtobufEvents}. */
final class ProtobufSmallEvents implements RecordFormat<List<SmallEvent>> {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  @Override
  public byte[] encode(List<SmallEvent> events) throws IOException {
    int size = 0;
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
      SmallEvent event = events.get(i);
      out.writeInt64(1, event.seq());
      out.writeString(2, event.zone());
      out.writeDouble(3, event.t());
      out.writeInt64(4, event.player());
      out.writeString(5, event.event());
      out.writeDouble(6, event.x());
      out.writeDouble(7, event.y());
    }
    out.checkNoSpaceLeft();
    return bytes;
  }

  private static int size(SmallEvent event) {
    return CodedOutputStream.computeInt64Size(1, event.seq())
        + CodedOutputStream.computeStringSize(2, event.zone())
        + CodedOutputStream.computeDoubleSize(3, event.t())
        + CodedOutputStream.computeInt64Size(4, event.player())
        + CodedOutputStream.computeStringSize(5, event.event())
        + CodedOutputStream.computeDoubleSize(6, event.x())
        + CodedOutputStream.computeDoubleSize(7, event.y());
  }

  @Override
  public List<SmallEvent> decode(byte[] encoded) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(encoded);
    List<SmallEvent> events = new ArrayList<>();
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

  private static SmallEvent read(CodedInputStream in) throws IOException {
    long seq = 0;
    String zone = "";
    double t = 0;
    long player = 0;
    String event = "";
    double x = 0;
    double y = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case 1 << 3 | VARINT -> seq = in.readInt64();
        case 2 << 3 | LENGTH -> zone = in.readStringRequireUtf8();
        case 3 << 3 | FIXED64 -> t = in.readDouble();
        case 4 << 3 | VARINT -> player = in.readInt64();
        case 5 << 3 | LENGTH -> event = in.readStringRequireUtf8();
        case 6 << 3 | FIXED64 -> x = in.readDouble();
        case 7 << 3 | FIXED64 -> y = in.readDouble();
        default -> in.skipField(tag);
      }
    }
    return new SmallEvent(seq, zone, t, player, event, x, y);
  }
}
