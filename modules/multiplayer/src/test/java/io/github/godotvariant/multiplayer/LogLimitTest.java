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

/** Tests that peers cannot fill the log, neither with packets nor by reconnecting. */
class LogLimitTest {
  private static final int ATTACKERS = 50;

  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final AtomicLong time = new AtomicLong(-5 * Rate.SECOND);
  private final RecordedLog log = new RecordedLog();
  private final List<RecordedEvent> events = new ArrayList<>();
  private final MultiplayerServer server =
      MultiplayerServer.on(loop.eventLoop())
          .name("arena")
          .clock(time::get)
          .listener(RecordedEvent.listener(events::add))
          .build();

  LogLimitTest() {
    loop.freezeTime();
  }

  @AfterEach
  void close() {
    log.close();
  }

  private FakeClient client() {
    FakeClient client = new FakeClient();
    client.peer = server.accept(client);
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
                  "arena: " + ada.peer + " connected",
                  "arena: " + ada.peer + " uses the unknown node \"Unknown0\"",
                  "arena: " + ada.peer + " uses the unknown node \"Unknown1\"",
                  "arena: " + ada.peer + " uses the unknown node \"Unknown2\"");
          assertThat(ada.peer.peer()).hasToString("peer " + ada.id + " (fake/<unresolved>:1)");
          assertThat(events).hasSize(101);
          pass(9 * Rate.SECOND);
          assertThat(log.take()).isEmpty();
          pass(Rate.SECOND);
          assertThat(log.take())
              .containsExactly("arena: 97 more lines of unknown nodes for " + ada.peer);
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
                  "arena: " + ada.peer + " disconnected: left",
                  "arena: 97 more lines of unknown nodes for " + ada.peer);
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
              if (reconnect || attackers.get(i).isClosed) {
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
                  "arena: more lines of all peers than the limit in a second: connections 295,"
                      + " disconnections 295");
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
                .filteredOn(line -> !line.endsWith(" connected"))
                .hasSize(10)
                .first()
                .asString()
                .contains(second == 0 ? "unknown node" : "more lines of all peers");
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
            client.peer = failing.accept(client);
            client.sends(new byte[] {3, 1});
          }
          assertThat(log.stackTraces()).isEqualTo(1);
          assertThat(log.lines())
              .filteredOn(line -> line.startsWith("multiplayer: bytes failed for peer "))
              .hasSize(5)
              .last()
              .asString()
              .endsWith(": java.lang.IllegalStateException: on purpose");
        });
  }
}
