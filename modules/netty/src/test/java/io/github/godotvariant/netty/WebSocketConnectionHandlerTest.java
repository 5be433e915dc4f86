package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.FakeWebSocketClient.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pipeline of the documentation, with a clock that the test moves. */
@ExtendWith(LeakCheck.class)
class WebSocketConnectionHandlerTest {
  /** An empty frame, masked with zeros. */
  private static final byte[] PONG = {(byte) 0x8A, (byte) 0x80, 0, 0, 0, 0};

  private static final byte[] PING = {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0};

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<Throwable> problems = new ArrayList<>();

  @BeforeEach
  void open() {
    channel.freezeTime();
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(15, 0, 0), // seconds
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/game")
                    .checkStartsWith(true) // a query may follow
                    .dropPongFrames(false)
                    .build()),
            new WebSocketConnectionHandler(),
            new MessageWebSocketHandler<>(VariantCodec.GODOT_4),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
                problems.add(problem);
              }
            });
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void pass(int seconds) {
    channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }

  private String sends(String request) {
    channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII));
    channel.runPendingTasks();
    return received();
  }

  private String received() {
    StringBuilder received = new StringBuilder();
    for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
      received.append(bytes.toString(StandardCharsets.ISO_8859_1));
      bytes.release();
    }
    return received.toString();
  }

  @ParameterizedTest
  @CsvSource({"''", "GET /game HTTP/1.1", "GET /game HTTP/1.1\r\nUpgrade: web"})
  void closesUnfinishedHandshake(String begun) {
    assertThat(sends(begun)).isEmpty();
    pass(4);
    assertThat(sends("x")).isEmpty(); // Single bytes do not extend the time.
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(channel.isOpen()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/health, 200 OK",
    "/, 404 Not Found",
    "/gamer, 404 Not Found",
    "/health?x, 404 Not Found"
  })
  void answersOtherRequests(String path, String status) {
    assertThat(sends("GET " + path + " HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + "\r\n")
        .contains("content-type: text/plain\r\n", "connection: close\r\n") // for the engine
        .contains("content-length: " + (status.length() + 1) + "\r\n")
        .endsWith("\r\n\r\n" + status + "\n");
    assertThat(channel.isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -5",
        "Content-Length: five",
        "Content-Length:",
        "Content-Length: 1\r\nContent-Length: 2",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding : chunked",
        "no colon"
      })
  void rejectsMalformedHandshake(String header) {
    String handshake = request("/game");
    String malformed = handshake.replace("Upgrade: websocket", header + "\r\nUpgrade: websocket");
    assertThat(sends(malformed + "hello")).startsWith("HTTP/1.1 400 Bad Request\r\n");
    assertThat(channel.isOpen()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 1, 414 Request-URI Too Long, ''",
    "1, 9000, 431 Request Header Fields Too Large, ': path \"/x\"'"
  })
  void rejectsRequestThatIsTooLong(
      int pathLength, int headerLength, String status, String description) {
    String request =
        "GET /%s HTTP/1.1\r\nCookie: %s\r\n\r\n"
            .formatted("x".repeat(pathLength), "x".repeat(headerLength));
    try (LogLines log = new LogLines(WebSocketConnectionHandler.class, Level.FINE)) {
      assertThat(sends(request)).startsWith("HTTP/1.1 " + status + "\r\n");
      assertThat(channel.isOpen()).isFalse();
      assertThat(log.lines).containsExactly("rejecting embedded with " + status + description);
    }
  }

  @ParameterizedTest
  @CsvSource({"/game", "/game?token=x", "/game/"})
  void acceptsHandshake(String path) {
    assertThat(sends(request(path))).startsWith("HTTP/1.1 101 ");
    pass(14);
    assertThat(channel.isOpen()).isTrue();
    assertThat(received()).isEmpty();
  }

  @Test
  void closesClientThatDoesNotAnswerPing() {
    sends(request("/game"));
    pass(15);
    assertThat(received()).isEqualTo("\u0089\0");
    pass(14);
    assertThat(channel.isOpen()).isTrue();
    pass(1);
    assertThat(problems)
        .singleElement()
        .isInstanceOf(SocketTimeoutException.class)
        .extracting(Throwable::getMessage)
        .isEqualTo("no answer to a ping");
    assertThat(channel.isOpen()).isFalse();
    assertThat(received()).as("no close frame").isEmpty();
  }

  @Test
  void keepsClientThatAnswersPings() {
    sends(request("/game"));
    for (int i = 0; i < 10; i++) {
      pass(15);
      assertThat(received()).isEqualTo("\u0089\0");
      channel.writeInbound(Unpooled.wrappedBuffer(PONG));
    }
    assertThat(channel.isOpen()).isTrue();
    assertThat(problems).isEmpty();
  }

  /** Counts the reads that reach the transport. */
  private static final class ReadCounter extends ChannelOutboundHandlerAdapter {
    private int count;

    @Override
    public void read(ChannelHandlerContext ctx) {
      count++;
      ctx.read();
    }
  }

  private void setWritable(boolean isWritable) {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, isWritable);
    channel.runPendingTasks();
  }

  @Test
  void delaysReadsWhileChannelIsNotWritable() {
    sends(request("/game"));
    ReadCounter reads = new ReadCounter();
    channel.pipeline().addFirst(reads);
    setWritable(false);
    assertThat(channel.config().isAutoRead()).isFalse();
    channel.writeInbound(Unpooled.wrappedBuffer(PING));
    assertThat(received()).isEqualTo("\u008A\0");
    channel.config().setAutoRead(true); // as traffic shaping does
    assertThat(reads.count).isZero();
    setWritable(true);
    assertThat(channel.config().isAutoRead()).isTrue();
    assertThat(reads.count).isPositive();
  }

  @Test
  void leavesAutoReadOffIfItWasOff() {
    sends(request("/game"));
    channel.config().setAutoRead(false);
    ReadCounter reads = new ReadCounter();
    channel.pipeline().addFirst(reads);
    setWritable(false);
    setWritable(true);
    assertThat(channel.config().isAutoRead()).isFalse();
    assertThat(reads.count).isZero();
    channel.read();
    assertThat(reads.count).isEqualTo(1);
  }

  @Test
  void cancelsHandshakeTimeout() {
    EmbeddedChannel removed = new EmbeddedChannel(new WebSocketConnectionHandler());
    assertThat(removed.runScheduledPendingTasks()).isPositive();
    removed.pipeline().remove(WebSocketConnectionHandler.class);
    assertThat(removed.runScheduledPendingTasks()).as("after removal").isEqualTo(-1);

    EmbeddedChannel closed = new EmbeddedChannel(new WebSocketConnectionHandler());
    closed.close().syncUninterruptibly();
    assertThat(closed.runScheduledPendingTasks()).as("after close").isEqualTo(-1);

    sends(request("/game"));
    channel.pipeline().remove(IdleStateHandler.class);
    assertThat(channel.runScheduledPendingTasks()).as("after handshake").isEqualTo(-1);
  }
}
