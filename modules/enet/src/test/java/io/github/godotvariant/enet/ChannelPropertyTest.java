package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of two sides that send on all kinds of channels. With the property {@code
 * libenet}, the client of every second schedule is the library.
 */
class ChannelPropertyTest {
  private static final int SCHEDULES = 500 * Integer.getInteger("laws", 1);
  private static final int PACKETS = 70_000;
  private static final int MIXED_CHANNEL = 2;

  /** Numbers before the end of a window or of all numbers. */
  private static final int[] STARTS = {
    0, 4090, 8191, 28_668, 32_766, 36_860, 61_438, 65_530, 65_535
  };

  private static final int[] SIZES = {9, 9, 10, 40, 200, 1363, 1364, 1365, 3000, 9000};

  private static @Nullable LibenetClient libenet;

  @BeforeAll
  static void startLibenet() throws IOException {
    String program = LibenetClient.program();
    libenet = program == null ? null : new LibenetClient(program);
  }

  @AfterAll
  static void stopLibenet() throws IOException {
    if (libenet != null) {
      libenet.close();
    }
  }

  private static SimulatedClient client(Simulation simulation, long seed) {
    return libenet == null || seed % 2 == 0
        ? new MirroredClient(simulation)
        : libenet.reset(simulation, seed % 4 == 1);
  }

  /** The sent packets of one direction. Each contains the number of reliable packets before it. */
  private static final class Direction {
    final List<List<byte[]>> reliable =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int sent;

    byte[] next(Random random, int channel, EnetDelivery delivery) {
      byte[] packet = new byte[SIZES[random.nextInt(SIZES.length)]];
      ByteBuffer.wrap(packet)
          .put((byte) delivery.ordinal())
          .putInt(sent++)
          .putInt(reliable.get(channel).size());
      for (int i = 9; i < packet.length; i++) {
        packet[i] = (byte) (i * 31 + sent);
      }
      if (delivery == EnetDelivery.RELIABLE) {
        reliable.get(channel).add(packet);
      }
      return packet;
    }

    void check(List<Simulation.Received> received) {
      List<List<byte[]>> seen = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      int[] last = {-1, -1, -1};
      Set<Integer> numbers = new HashSet<>();
      for (Simulation.Received each : received) {
        ByteBuffer header = ByteBuffer.wrap(each.packet());
        EnetDelivery sentAs = EnetDelivery.values()[header.get()];
        int number = header.getInt();
        int before = header.getInt();
        assertThat(numbers.add(number)).as("packet %d is delivered once", number).isTrue();
        for (int i = 9; i < each.packet().length; i++) {
          assertThat(each.packet()[i]).isEqualTo((byte) (i * 31 + number + 1));
        }
        int channel = each.channel();
        if (sentAs == EnetDelivery.RELIABLE) {
          assertThat(each.delivery()).isEqualTo(EnetDelivery.RELIABLE);
          seen.get(channel).add(each.packet());
        } else if (each.delivery() == EnetDelivery.UNRELIABLE) {
          assertThat(number).as("order on channel %d", channel).isGreaterThan(last[channel]);
          last[channel] = number;
          assertThat(before).as("reliable packets before").isEqualTo(seen.get(channel).size());
        } else {
          assertThat(each.delivery()).isEqualTo(EnetDelivery.UNSEQUENCED);
        }
      }
      for (int channel = 0; channel < seen.size(); channel++) {
        assertThat(seen.get(channel).size()).isEqualTo(reliable.get(channel).size());
        for (int i = 0; i < seen.get(channel).size(); i++) {
          assertThat(seen.get(channel).get(i)).isEqualTo(reliable.get(channel).get(i));
        }
      }
    }
  }

  @Test
  void deliversInRandomSchedules() {
    for (long seed = 0; seed < SCHEDULES; seed++) {
      try {
        runSchedule(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("schedule " + seed, e);
      }
    }
  }

  private static void runSchedule(long seed) {
    Simulation simulation = new Simulation(seed, seed % 3 == 0, Simulation.LIMITS);
    Random random = simulation.random;
    simulation.connect(client(simulation, seed), 3, 4711);
    EnetPeer peer = simulation.peer();
    for (int channel = 0; channel < 3; channel++) {
      int toServer = STARTS[random.nextInt(STARTS.length)];
      int toClient = STARTS[random.nextInt(STARTS.length)];
      simulation.client().setNumbers(channel, toServer, toClient);
      peer.outgoing.channel(channel).reliable = toClient;
      peer.incoming.channel(channel).reliable = toServer;
    }
    int groupToServer = STARTS[random.nextInt(STARTS.length)];
    int groupToClient = STARTS[random.nextInt(STARTS.length)];
    simulation.client().setGroups(groupToServer, groupToClient / 1024 * 1024);
    peer.outgoing.group = groupToClient;
    peer.incoming.groupBase = groupToServer / 1024 * 1024;

    simulation.loss = random.nextInt(4) * 0.1;
    simulation.duplication = random.nextInt(3) * 0.1;
    simulation.delay = random.nextInt(30);
    simulation.jitter = random.nextInt(3) * 30;
    Direction toServer = new Direction();
    Direction toClient = new Direction();
    int steps = 20 + random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      for (int packet = random.nextInt(4); packet > 0; packet--) {
        int channel = random.nextInt(3);
        EnetDelivery delivery = delivery(random, channel);
        if (random.nextBoolean()) {
          simulation.client().send(toServer.next(random, channel, delivery), channel, delivery);
        } else {
          peer.send(toClient.next(random, channel, delivery), channel, delivery);
        }
      }
      simulation.step(1 + random.nextInt(40));
    }
    simulation.loss = 0;
    for (int i = 0; i < 2000 && !isComplete(simulation, toServer, toClient); i++) {
      simulation.step(20);
    }
    assertThat(simulation.ends).isEmpty();
    toServer.check(simulation.atServer);
    toClient.check(simulation.atClient);
    for (int i = 0; i < 200 && !peer.outgoing.isIdle(); i++) {
      simulation.step(20);
    }
    assertThat(peer.queuedBytes()).isZero();
    for (int i = 0; i < 60; i++) {
      simulation.step(20);
    }
    assertThat(simulation.server.sharedWaitingBytes()).as("bytes that wait").isZero();
  }

  /** Channel 0 is reliable, 1 is not, and 2 has packets of all kinds. */
  private static EnetDelivery delivery(Random random, int channel) {
    if (channel == MIXED_CHANNEL) {
      return EnetDelivery.values()[random.nextInt(3)];
    }
    if (channel == 0) {
      return EnetDelivery.RELIABLE;
    }
    return random.nextBoolean() ? EnetDelivery.UNRELIABLE : EnetDelivery.UNSEQUENCED;
  }

  private static boolean isComplete(Simulation simulation, Direction toServer, Direction toClient) {
    return reliableCount(simulation.atServer)
            == toServer.reliable.stream().mapToInt(List::size).sum()
        && reliableCount(simulation.atClient)
            == toClient.reliable.stream().mapToInt(List::size).sum();
  }

  private static long reliableCount(List<Simulation.Received> received) {
    return received.stream()
        .filter(each -> each.packet()[0] == EnetDelivery.RELIABLE.ordinal())
        .count();
  }

  @Test
  void deliversAsManyPacketsAsNumbersWrap() {
    for (int seed = 0; seed < 2; seed++) {
      for (EnetDelivery delivery : EnetDelivery.values()) {
        Simulation simulation = new Simulation(seed);
        simulation.connect(client(simulation, seed), 3, 4711);
        for (int i = 0; i < PACKETS; i++) {
          byte[] packet = ByteBuffer.allocate(4).putInt(i).array();
          simulation.client().send(packet, 1, delivery);
          simulation.peer().send(packet, 1, delivery);
          if (i % 100 == 0) {
            simulation.step(1);
          }
        }
        for (int i = 0;
            i < 3000
                && (simulation.atServer.size() < PACKETS || simulation.atClient.size() < PACKETS);
            i++) {
          simulation.step(10);
        }
        for (List<Simulation.Received> side : List.of(simulation.atServer, simulation.atClient)) {
          assertThat(side).as("%s of client %d", delivery, seed).hasSize(PACKETS);
          for (int i = 0; i < PACKETS; i++) {
            assertThat(ByteBuffer.wrap(side.get(i).packet()).getInt()).isEqualTo(i);
          }
        }
        // An unreliable packet whose number would overflow is sent reliably.
        long reliable =
            simulation.atServer.stream()
                .filter(each -> each.delivery() == EnetDelivery.RELIABLE)
                .count();
        assertThat(reliable)
            .isEqualTo(
                switch (delivery) {
                  case RELIABLE -> PACKETS;
                  case UNRELIABLE -> 1;
                  case UNSEQUENCED -> 0;
                });
      }
    }
  }
}
