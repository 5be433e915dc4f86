package io.github.godotvariant.multiplayer;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.RecordedEvent.ProtocolError;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;

/** Recorded events, {@link FakeClient}s and, by default, a server with its own thread. */
abstract class MultiplayerTestBase {
  static final CompressedVariantCodec CODEC = CompressedVariantCodec.of(VariantCodec.GODOT_4);

  /** Ends a test that would otherwise wait forever. */
  static final int TIMEOUT_SECONDS = 60;

  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    // Expected failures do not belong in the log of the build.
    LOG.setLevel(Level.OFF);
  }

  final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  final List<RecordedEvent> events = new ArrayList<>();

  @AfterEach
  void stop() {
    owner.shutdownNow();
  }

  /** Returns a builder of a server that runs in {@link #owner} and records its events. */
  MultiplayerServer.Builder builder() {
    return MultiplayerServer.on(owner).listener(RecordedEvent.listener(events::add));
  }

  /** Runs a test in the thread of a server of {@link #builder()}. */
  void withServer(Consumer<MultiplayerServer> test) {
    withServer(builder(), test);
  }

  /** Runs a test in the thread of a server. */
  static void withServer(MultiplayerServer.Builder builder, Consumer<MultiplayerServer> test) {
    MultiplayerServer server = builder.build();
    runIn(server, () -> test.accept(server));
  }

  /** Runs a test in the thread of the server and waits for its end. */
  static void runIn(MultiplayerServer server, Runnable test) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    server.execute(
        () -> {
          try {
            test.run();
            done.complete(null);
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    done.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
  }

  static FakeClient client(MultiplayerServer server) {
    FakeClient client = new FakeClient();
    client.peer = server.accept(client);
    return client;
  }

  List<String> protocolErrors() {
    return events.stream()
        .filter(ProtocolError.class::isInstance)
        .map(event -> ((ProtocolError) event).problem())
        .toList();
  }
}
