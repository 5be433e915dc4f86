package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.RecordedEvent.ProtocolError;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Relayed packets count against the limit of their sender, even if the filter refuses them. */
class RelayLimitTest extends MultiplayerTestBase {
  private static final int PEERS = 1_000;
  private static final int PACKETS = 2_000;

  /** The bytes that count for a packet and for each receiver, in addition to the sent bytes. */
  private static final int OVERHEAD = 16;

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong filterCalls = new AtomicLong();
  private final PackedByteArray raw =
      PackedByteArray.unsafeWrap(new Raw(PackedByteArray.of((byte) 9)).encode());

  @Override
  MultiplayerServer.Builder builder() {
    return MultiplayerServer.on(new EmbeddedChannel().eventLoop())
        .clock(time::get)
        .listener(RecordedEvent.listener(events::add));
  }

  private long faults() {
    return events.stream().filter(ProtocolError.class::isInstance).count();
  }

  @Test
  void limitsFilterCallsOfRefusedPackets() {
    MultiplayerLimits limits = MultiplayerLimits.builder().faults(PACKETS).build();
    MultiplayerServer server =
        builder()
            .limits(limits)
            .relay(
                (from, to, packet) -> {
                  filterCalls.incrementAndGet();
                  return false;
                })
            .build();
    server.run(
        () -> {
          FakeClient attacker = client(server);
          for (int i = 0; i < PEERS; i++) {
            client(server).received.clear();
          }
          for (int i = 0; i < PACKETS; i++) {
            attacker.sends(new Relay(0, raw));
          }
          assertThat(filterCalls.get())
              .isPositive()
              .isLessThanOrEqualTo(limits.relayedBytes() / OVERHEAD);
          assertThat(faults())
              .isGreaterThan(PACKETS - limits.relayedBytes() / OVERHEAD / PEERS - 1);
          long before = filterCalls.get();
          time.addAndGet(Rate.SECOND);
          attacker.sends(new Relay(0, raw));
          assertThat(filterCalls.get() - before).isEqualTo(PEERS);
        });
  }

  @Test
  void relaysToAllReceiversOrNone() {
    PackedByteArray large =
        PackedByteArray.unsafeWrap(new Raw(PackedByteArray.unsafeWrap(new byte[1_000])).encode());
    MultiplayerServer server =
        builder().limits(MultiplayerLimits.builder().relayedBytes(2_500).build()).build();
    server.run(
        () -> {
          FakeClient sender = client(server);
          List<FakeClient> receivers =
              List.of(client(server), client(server), client(server), client(server));
          receivers.forEach(receiver -> receiver.received.clear());
          sender.sends(new Relay(0, large));
          assertThat(receivers).allMatch(receiver -> receiver.received.isEmpty());
          assertThat(faults()).isOne();
          time.addAndGet(Rate.SECOND);
          sender.sends(new Relay(receivers.get(0).id, large));
          assertThat(receivers.get(0).received).hasSize(1);
        });
  }

  @Test
  void dropsPacketsForSlowReceiver() {
    MultiplayerServer server =
        builder().limits(MultiplayerLimits.builder().relayPendingBytes(100).build()).build();
    server.run(
        () -> {
          FakeClient sender = client(server);
          FakeClient slow = client(server);
          FakeClient fast = client(server);
          slow.received.clear();
          fast.received.clear();
          slow.pendingBytes = 95;
          sender.sends(new Relay(0, raw));
          assertThat(slow.received).isEmpty();
          assertThat(fast.received).hasSize(1);
          slow.pendingBytes = 0;
          sender.sends(new Relay(0, raw));
          assertThat(slow.received).hasSize(1);
          assertThat(faults()).isZero();
        });
  }

  @Test
  void relaysLongPacketToIdleReceiver() {
    MultiplayerServer server =
        builder().limits(MultiplayerLimits.builder().relayPendingBytes(1).build()).build();
    server.run(
        () -> {
          FakeClient sender = client(server);
          FakeClient receiver = client(server);
          receiver.received.clear();
          receiver.pendingBytes = 0;
          sender.sends(new Relay(receiver.id, raw));
          assertThat(receiver.received).hasSize(1);
        });
  }

  @Test
  void countsPacketsWithoutReceivers() {
    MultiplayerServer server =
        builder()
            .limits(MultiplayerLimits.builder().relayedBytes(10 * 2 * OVERHEAD).build())
            .build();
    server.run(
        () -> {
          FakeClient attacker = client(server);
          for (int i = 0; i < 12; i++) {
            attacker.sends(new Relay(1_000, raw));
          }
          assertThat(faults()).isEqualTo(2);
        });
  }
}
