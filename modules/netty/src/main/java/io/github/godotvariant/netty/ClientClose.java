package io.github.godotvariant.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.util.List;

/**
 * An event of the pipeline: a client has sent a close frame because of an error.
 *
 * @param status the status code in the close frame
 */
record ClientClose(int status) {
  /** Returns the text that the listener gets as the reason for the end of the connection. */
  String reason() {
    String reason = "the client closed the connection with status " + status;
    return status == WebSocketCloseStatus.MESSAGE_TOO_BIG.code()
        ? reason + ": a message was longer than its inbound_buffer_size, by default 65535 bytes"
        : reason;
  }

  /**
   * Netty's handler of WebSockets, extended: if a client sends a close frame with an error, this
   * handler also fires a {@link ClientClose}. Without this extension, Netty's handler only answers
   * the close frame, and later handlers do not get the status code.
   */
  static final class Handler extends WebSocketServerProtocolHandler {
    Handler(WebSocketServerProtocolConfig config) {
      super(config);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, WebSocketFrame frame, List<Object> out)
        throws Exception {
      if (frame instanceof CloseWebSocketFrame close
          && close.statusCode() > WebSocketCloseStatus.ENDPOINT_UNAVAILABLE.code()) {
        ctx.fireUserEventTriggered(new ClientClose(close.statusCode()));
      }
      super.decode(ctx, frame, out);
    }
  }
}
