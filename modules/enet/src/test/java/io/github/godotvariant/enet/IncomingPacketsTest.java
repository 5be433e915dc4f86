package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.IncomingPackets.WaitingPacket;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingPacketsTest {
  private static final int PACKETS = IncomingPackets.MAX_WAITING_PACKETS;
  private static final int CHANNEL = 1;

  /** A list that counts how often its elements are read. */
  private static final class CountingList extends AbstractList<WaitingPacket> {
    private final List<WaitingPacket> packets;
    private int reads;

    CountingList(List<WaitingPacket> packets) {
      this.packets = packets;
    }

    @Override
    public WaitingPacket get(int index) {
      reads++;
      return packets.get(index);
    }

    @Override
    public int size() {
      return packets.size();
    }
  }

  /** Returns a full list, two packets for each reliable number, of which the middle one is 0. */
  private static List<WaitingPacket> fullList(int step) {
    int first = 0x1_0000 - PACKETS / 4 * step;
    List<WaitingPacket> packets = new ArrayList<>();
    for (int i = 0; i < PACKETS; i++) {
      packets.add(new WaitingPacket(first + i / 2 * step & 0xffff, 1 + i % 2 * 2, 0));
    }
    return packets;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50})
  void findsEachPacketAndEachInsertionIndex(int step) {
    List<WaitingPacket> packets = fullList(step);
    assertThat(packets).extracting(packet -> packet.number).contains(0x1_0000 - step, 0);
    for (int i = 0; i < PACKETS; i++) {
      int number = packets.get(i).number;
      int unreliable = packets.get(i).unreliableNumber;
      assertThat(IncomingPackets.find(packets, number, unreliable)).isEqualTo(i);
      assertThat(IncomingPackets.find(packets, number, unreliable - 1)).isEqualTo(-1 - i);
      assertThat(IncomingPackets.find(packets, number, unreliable + 1)).isEqualTo(-1 - (i + 1));
    }
    int before = packets.get(0).number - 1;
    int after = packets.get(PACKETS - 1).number + 1;
    assertThat(IncomingPackets.find(packets, before, 65_535)).isEqualTo(-1);
    assertThat(IncomingPackets.find(packets, after, 0)).isEqualTo(-1 - PACKETS);
    assertThat(IncomingPackets.find(List.of(), 7, 7)).isEqualTo(-1);
  }

  /** A client can repeat each of many waiting packets, each time with 8 bytes. */
  @Test
  void readsFewPacketsOfFullList() {
    List<WaitingPacket> packets = fullList(1);
    int maxReads = Integer.SIZE - Integer.numberOfLeadingZeros(PACKETS);
    for (WaitingPacket packet : packets) {
      CountingList list = new CountingList(packets);
      int index = IncomingPackets.find(list, packet.number, packet.unreliableNumber);
      assertThat(packets.get(index)).isSameAs(packet);
      assertThat(list.reads).isLessThanOrEqualTo(maxReads);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 28_000, 48_000, 60_000})
  void dropsUnreliablePacketsBeforeFragmentedPacket(int fragments) {
    EnetLimits limits =
        EnetLimits.builder().waitingBytes(4_194_304).totalWaitingBytes(67_108_864).build();
    Simulation simulation = new Simulation(1, false, limits);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    IncomingPackets incoming = simulation.peer().incoming;
    int[] reliableNumbers = {1, 100, 5000, 20_000, 28_000};
    for (int number : reliableNumbers) {
      assertThat(incoming.receive(unreliable(number))).isTrue();
    }
    byte[] packet = new byte[fragments];
    for (int i = 0; i < fragments; i++) {
      EnetCommand fragment = EnetCommand.fragment(true, CHANNEL, 1 + i, 1, i, 1, packet);
      assertThat(incoming.receive(fragment)).isTrue();
    }
    assertThat(incoming.channel(CHANNEL).reliable).isEqualTo(fragments);
    long later = 0;
    for (int number : reliableNumbers) {
      later += number > fragments ? 1 : 0;
    }
    assertThat(incoming.waitingBytes()).isEqualTo(later * 64);
  }

  @Test
  void limitsWaitingPackets() {
    Simulation simulation = new Simulation(1);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    IncomingPackets incoming = simulation.peer().incoming;
    for (int i = 1; i <= PACKETS; i++) {
      assertThat(incoming.receive(unreliable(i))).isTrue();
    }
    assertThat(incoming.receive(unreliable(PACKETS + 1))).isFalse();
  }

  @Test
  void limitsUnfinishedPackets() {
    Simulation simulation = new Simulation(1);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    IncomingPackets incoming = simulation.peer().incoming;
    for (int i = 1; i <= 16; i++) {
      assertThat(incoming.receive(firstFragment(i))).isTrue();
    }
    assertThat(incoming.receive(firstFragment(17))).isFalse();
  }

  private static EnetCommand firstFragment(int reliableNumber) {
    return EnetCommand.fragment(false, CHANNEL, reliableNumber, 1, 0, 1, new byte[2]);
  }

  private static EnetCommand unreliable(int reliableNumber) {
    byte[] data = {};
    return EnetCommand.packet(CommandKind.SEND_UNRELIABLE, CHANNEL, reliableNumber, 1, data);
  }
}
