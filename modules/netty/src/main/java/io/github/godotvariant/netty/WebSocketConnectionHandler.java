package io.github.godotvariant.netty;

import io.github.godotvariant.StringValue;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections without a WebSocket handshake, and connections whose clients no longer answer.
 * Answers HTTP requests that are not a handshake. Place this handler after Netty's {@code
 * WebSocketServerProtocolHandler}, and an {@code IdleStateHandler} at the front of the pipeline, as
 * in the example of {@link MessageWebSocketHandler}.
 *
 * <ul>
 *   <li>If the handshake is not complete {@value #HANDSHAKE_SECONDS} seconds after a client has
 *       connected, the connection is closed. Netty's {@code handshakeTimeoutMillis} begins later,
 *       when the request has arrived.
 *   <li>If the {@code IdleStateHandler} reports that nothing was read, this handler sends a ping,
 *       which engines and browsers answer. If still nothing was read at the next report, {@code
 *       exceptionCaught} of the next handler receives a {@link SocketTimeoutException}. Then this
 *       handler closes the connection immediately.
 *   <li>Reading pauses while the channel is not writable. Therefore pongs and other answers to a
 *       client that does not read use a limited amount of memory. The connection of such a client
 *       is closed, like the connection of a client that does not answer a ping. To pause reading,
 *       this handler adds a handler at the front of the pipeline, which switches {@code autoRead}
 *       and delays reads.
 *   <li>This handler answers a request that is not a handshake, and closes the connection. The
 *       status is 200 if the path is {@code /health}, and 404 for other paths. For malformed
 *       requests, the status is 414 if the first line is too long, 431 if the headers are too long,
 *       otherwise 400. This handler logs rejected requests at the level {@code DEBUG}. It adds a
 *       handler before the {@code HttpObjectAggregator}, which ignores requests after a request or
 *       response with {@code Connection: close} until the handshake is complete.
 * </ul>
 *
 * <p>Create one handler for each channel: it is not sharable. The handler needs {@code
 * io.netty:netty-codec-http}, which is not a dependency of this module.
 */
public final class WebSocketConnectionHandler extends ChannelInboundHandlerAdapter {
  /** The maximum time from the start of a connection to the end of the handshake, in seconds. */
  public static final int HANDSHAKE_SECONDS = 5;

  private static final Logger LOG = System.getLogger(WebSocketConnectionHandler.class.getName());

  private boolean isWebSocket;
  private @Nullable Future<?> handshakeTimeout;
  private @Nullable LastRequestHandler lastRequest;

  /** Creates a handler for one channel. */
  public WebSocketConnectionHandler() {}

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.pipeline().addFirst(new BackpressureHandler());
    ChannelHandlerContext aggregator = ctx.pipeline().context(HttpObjectAggregator.class);
    if (aggregator != null) {
      lastRequest = new LastRequestHandler();
      ctx.pipeline().addBefore(aggregator.name(), null, lastRequest);
    }
    if (ctx.channel().isActive()) {
      limitHandshake(ctx);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    limitHandshake(ctx);
    ctx.fireChannelActive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    cancelHandshakeTimeout();
    removeLastRequestHandler(ctx);
  }

  private void limitHandshake(ChannelHandlerContext ctx) {
    if (handshakeTimeout == null && !isWebSocket) {
      handshakeTimeout =
          ctx.executor().schedule(() -> cut(ctx), HANDSHAKE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void removeLastRequestHandler(ChannelHandlerContext ctx) {
    if (lastRequest != null && ctx.pipeline().context(lastRequest) != null) {
      ctx.pipeline().remove(lastRequest);
    }
    lastRequest = null;
  }

  private void cancelHandshakeTimeout() {
    if (handshakeTimeout != null) {
      handshakeTimeout.cancel(false);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the next report closes the connection
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof HandshakeComplete) {
      isWebSocket = true;
      cancelHandshakeTimeout();
      removeLastRequestHandler(ctx);
    }
    ctx.fireUserEventTriggered(event);
    if (isWebSocket
        && event instanceof IdleStateEvent idle
        && idle.state() == IdleState.READER_IDLE) {
      if (idle.isFirst()) {
        ctx.writeAndFlush(new PingWebSocketFrame());
      } else {
        ctx.fireExceptionCaught(new SocketTimeoutException("no answer to a ping"));
        cut(ctx);
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof FullHttpRequest request)) {
      ctx.fireChannelRead(message);
      return;
    }
    HttpResponseStatus status =
        request.uri().equals("/health") ? HttpResponseStatus.OK : HttpResponseStatus.NOT_FOUND;
    ctx.writeAndFlush(response(ctx, request, status)).addListener(written -> cut(ctx));
    request.release();
  }

  /**
   * Returns a response whose text is the status, with the header {@code Connection: close}. Logs
   * the request if the status is an error. The response has three headers, because an engine prints
   * the status of a response only if the response has three or more headers.
   *
   * @param request the request, for the log; null if the first line of the request cannot be read
   */
  static FullHttpResponse response(
      ChannelHandlerContext ctx, @Nullable HttpRequest request, HttpResponseStatus status) {
    if (status.code() >= HttpResponseStatus.BAD_REQUEST.code() && LOG.isLoggable(Level.DEBUG)) {
      String line = "rejecting " + ctx.channel().remoteAddress() + " with " + status;
      LOG.log(Level.DEBUG, request == null ? line : line + ": " + description(request));
    }
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            status,
            Unpooled.copiedBuffer(status + "\n", StandardCharsets.US_ASCII));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
        .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    return response;
  }

  private static String description(HttpRequest request) {
    String origin = request.headers().get(HttpHeaderNames.ORIGIN);
    return "path " + quoted(request.uri()) + (origin == null ? "" : ", origin " + quoted(origin));
  }

  /**
   * Returns the start of a text in quotes, with escapes for control characters. The client can send
   * any text.
   */
  private static String quoted(String text) {
    return StringValue.of(text).toShortString();
  }

  /** Closes the channel immediately. Bypasses handlers that would first send a close frame. */
  @SuppressWarnings("FutureReturnValueIgnored") // there is nothing else to do
  static void cut(ChannelHandlerContext ctx) {
    ChannelHandlerContext first = ctx.pipeline().firstContext();
    (first == null ? ctx : first).close();
  }
}
