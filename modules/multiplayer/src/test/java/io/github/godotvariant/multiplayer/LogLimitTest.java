package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers cannot fill the log, whatever they send and however often they reconnect. */
class LogLimitTest {
  private static final int ATTACKERS = 50;

  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final AtomicLong time = new AtomicLong(-5 * Rate.SECOND);
  private final RecordedLog log = new RecordedLog();
  private final List<MultiplayerEvent> events = new ArrayList<>();
  private final MultiplayerServer server =
      MultiplayerServer.on(loop.eventLoop()).clock(time::get).onEvent(events::add).build();

  LogLimitTest() {
    loop.freezeTime();
  }

  @AfterEach
  void close() {
    log.close();
  }

  private FakeClient client() {
    FakeClient client = new FakeClient();
    client.peer = server.connect(client);
    return client;
  }

  private static void announce(FakeClient client, int number) {
    client.sends(new Announce("0".repeat(32), number, "Unknown" + number));
  }

  private void pass(long nanos) {
    time.addAndGet(nanos);
    loop.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
    loop.runPendingTasks();
    loop.runScheduledPendingTasks();
  }

  @Test
  void summarizesLinesOfPeerWhenWindowEnds() {
    server.run(
        () -> {
          FakeClient ada = client();
          for (int i = 0; i < 100; i++) {
            announce(ada, i);
          }
          assertThat(log.take())
              .containsExactly(
                  "PeerConnected[peer=" + ada.id + "]",
                  "UnknownNode[peer=" + ada.id + ", path=\"Unknown0\"]",
                  "UnknownNode[peer=" + ada.id + ", path=\"Unknown1\"]",
                  "UnknownNode[peer=" + ada.id + ", path=\"Unknown2\"]");
          assertThat(events).hasSize(101);
          pass(9 * Rate.SECOND);
          assertThat(log.take()).isEmpty();
          pass(Rate.SECOND);
          assertThat(log.take()).containsExactly("97 more lines of UnknownNode for peer " + ada.id);
          pass(100 * Rate.SECOND);
          assertThat(log.take()).isEmpty();
          announce(ada, 100);
          assertThat(log.take()).hasSize(1);
        });
  }

  @Test
  void summarizesLinesOfPeerWhenItDisconnects() {
    server.run(
        () -> {
          FakeClient ada = client();
          for (int i = 0; i < 100; i++) {
            announce(ada, i);
          }
          log.take();
          ada.peer.disconnected("left");
          assertThat(log.take())
              .containsExactly(
                  "PeerDisconnected[peer=" + ada.id + ", reason=left]",
                  "97 more lines of UnknownNode for peer " + ada.id);
        });
  }

  @Test
  void limitsLinesOfAttackersThatStay() {
    attack(false);
  }

  @Test
  void limitsLinesOfAttackersThatReconnect() {
    attack(true);
  }

  private void attack(boolean reconnect) {
    server.run(
        () -> {
          List<FakeClient> attackers = new ArrayList<>();
          for (int i = 0; i < ATTACKERS; i++) {
            attackers.add(client());
          }
          pass(Rate.SECOND);
          log.take();
          int number = 0;
          for (int second = 0; second < 30; second++) {
            for (int i = 0; i < ATTACKERS; i++) {
              for (int packet = 0; packet < 20; packet++) {
                announce(attackers.get(i), number++);
                attackers.get(i).sends(new byte[] {7});
              }
              if (reconnect || attackers.get(i).closed) {
                attackers.get(i).peer.disconnected("left");
                attackers.set(i, client());
              }
            }
            pass(Rate.SECOND);
            assertThat(log.take()).hasSizeBetween(1, 20);
          }
          assertThat(events.size()).isGreaterThan(30 * ATTACKERS * 20);
        });
  }

  @Test
  void countsEveryLineThatItLeavesOut() {
    server.run(
        () -> {
          for (int i = 0; i < 300; i++) {
            client().peer.disconnected("left");
          }
          List<String> lines = new ArrayList<>(log.take());
          assertThat(lines).hasSize(10);
          pass(Rate.SECOND);
          assertThat(log.take())
              .containsExactly(
                  "more lines of all peers than the limit in a second: PeerConnected 295,"
                      + " PeerDisconnected 295");
        });
  }

  @Test
  void countsSummaryAsLineOfItsSecond() {
    server.run(
        () -> {
          for (int second = 0; second < 3; second++) {
            for (int i = 0; i < 20; i++) {
              announce(client(), i);
            }
            assertThat(log.take())
                .filteredOn(line -> !line.startsWith("PeerConnected"))
                .hasSize(10)
                .first()
                .asString()
                .startsWith(second == 0 ? "UnknownNode" : "more lines of all peers");
            time.addAndGet(Rate.SECOND); // The summary comes with the next line.
          }
        });
  }

  @Test
  void logsStackTraceOncePerWindow() {
    MultiplayerServer failing =
        MultiplayerServer.on(loop.eventLoop())
            .clock(time::get)
            .onBytes(
                (peer, bytes) -> {
                  throw new IllegalStateException("on purpose");
                })
            .build();
    failing.run(
        () -> {
          for (int i = 0; i < 5; i++) {
            FakeClient client = new FakeClient();
            client.peer = failing.connect(client);
            client.sends(new byte[] {3, 1});
          }
          assertThat(log.stackTraces()).isEqualTo(1);
          assertThat(log.lines())
              .filteredOn(line -> line.startsWith("bytes has failed for peer "))
              .hasSize(5)
              .last()
              .asString()
              .endsWith(": java.lang.IllegalStateException: on purpose");
        });
  }
}
