package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.HandshakeRequest;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import java.util.Optional;

/**
 * Selects the server for a connection by the path of the WebSocket handshake, adds the handlers for
 * this server, and removes itself from the pipeline. Passes requests that are not such a handshake
 * on to {@link WebSocketConnectionHandler}.
 */
final class RoomHandler extends ChannelInboundHandlerAdapter {
  private static final int MAX_NAME_LENGTH = 100;

  /** The WebSocket version of RFC 6455, which engines and browsers send in the handshake. */
  private static final String VERSION = WebSocketVersion.V13.toHttpHeaderValue();

  private final RoomRegistry rooms;
  private final Invitations invitations;
  private final WebSocketPort port;
  private final String prefix;

  /**
   * Creates a handler for one channel.
   *
   * @param prefix the part of the path before the name of a room; ends with a slash
   */
  RoomHandler(RoomRegistry rooms, Invitations invitations, WebSocketPort port, String prefix) {
    this.rooms = rooms;
    this.invitations = invitations;
    this.port = port;
    this.prefix = prefix;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    Optional<String> name =
        message instanceof FullHttpRequest request && isHandshake(request)
            ? name(request.uri())
            : Optional.empty();
    if (name.isEmpty()) {
      ctx.fireChannelRead(message);
      return;
    }
    FullHttpRequest request = (FullHttpRequest) message;
    HttpResponseStatus status = checkHandshake(request);
    if (status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
      select(ctx, request, name.get());
    } else {
      reject(ctx, request, status);
    }
  }

  /**
   * Checks the headers of a handshake before a room is created for it. Returns {@code
   * SWITCHING_PROTOCOLS} if the headers are valid, otherwise the status of the rejection.
   */
  private static HttpResponseStatus checkHandshake(FullHttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!VERSION.equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      return HttpResponseStatus.UPGRADE_REQUIRED;
    }
    boolean isValid =
        headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
            && headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY);
    return isValid ? HttpResponseStatus.SWITCHING_PROTOCOLS : HttpResponseStatus.BAD_REQUEST;
  }

  private static boolean isHandshake(FullHttpRequest request) {
    return request.method().equals(HttpMethod.GET)
        && request
            .headers()
            .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /**
   * Returns the name of the room in the path of a URI; empty if the path is not the path of a room.
   */
  private Optional<String> name(String uri) {
    String path;
    try {
      path = new QueryStringDecoder(uri).path();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (!path.startsWith(prefix)) {
      return Optional.empty();
    }
    String name = path.substring(prefix.length());
    boolean isValid =
        !name.isEmpty()
            && name.length() <= MAX_NAME_LENGTH
            && name.chars().noneMatch(c -> c == '/' || Character.isISOControl(c));
    return isValid ? Optional.of(name) : Optional.empty();
  }

  private void select(ChannelHandlerContext ctx, FullHttpRequest request, String name) {
    HandshakeRequest handshake =
        MultiplayerWebSocketHandler.handshake(request.uri(), request.headers());
    RoomRegistry.Selection selection;
    try {
      selection = rooms.join(name, handshake, ctx.channel());
    } catch (Error e) {
      request.release();
      throw e;
    }
    Room room = selection.room();
    if (room == null) {
      reject(ctx, request, selection.status());
      return;
    }
    int packetBytes = room.server().limits().packetBytes();
    ChannelPipeline pipeline = ctx.pipeline();
    pipeline.addAfter(ctx.name(), null, port.createHandshakeHandler(handshake.path(), packetBytes));
    pipeline.addLast(
        new WebSocketFrameAggregator(packetBytes),
        new MultiplayerWebSocketHandler(
            room.server(),
            MultiplayerWebSocketHandler.WAITING_BYTES,
            received -> invitations.take(name, received),
            room::onAdmitted));
    ctx.fireChannelRead(request);
    pipeline.remove(this);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The listener closes the connection in any case.
  private static void reject(
      ChannelHandlerContext ctx, FullHttpRequest request, HttpResponseStatus status) {
    FullHttpResponse response = WebSocketConnectionHandler.response(ctx, request, status);
    request.release();
    if (status.equals(HttpResponseStatus.UPGRADE_REQUIRED)) {
      response.headers().set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, VERSION);
    }
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Closes a connection that fails before it has joined a room. Does not log the failure, because
   * clients can cause such failures.
   */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // there is nothing else to do
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
    ctx.close();
  }
}
