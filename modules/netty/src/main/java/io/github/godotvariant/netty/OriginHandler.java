package io.github.godotvariant.netty;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * Rejects requests of web pages from other hosts with status 403, except requests with an accepted
 * origin. Accepts requests without the header {@code Origin}, because programs other than browsers
 * do not send this header.
 */
final class OriginHandler extends ChannelInboundHandlerAdapter {
  private final Set<String> accepted;

  OriginHandler(Set<String> accepted) {
    this.accepted = accepted;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The listener closes the connection in any case.
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof FullHttpRequest request) || isAccepted(request)) {
      ctx.fireChannelRead(message);
      return;
    }
    ctx.writeAndFlush(
            WebSocketConnectionHandler.response(ctx, request, HttpResponseStatus.FORBIDDEN))
        .addListener(ChannelFutureListener.CLOSE);
    request.release();
  }

  private boolean isAccepted(FullHttpRequest request) {
    String origin = request.headers().get(HttpHeaderNames.ORIGIN);
    return origin == null
        || accepted.contains("*")
        || accepted.contains(origin)
        || isSameHost(origin, request.headers().get(HttpHeaderNames.HOST, ""));
  }

  /**
   * Returns whether the host and the port of the header {@code Origin} are the same as in the
   * header {@code Host}. Browsers omit the default port in both headers.
   */
  private static boolean isSameHost(String origin, String host) {
    try {
      String authority = URI.create(origin).getAuthority();
      return authority != null
          && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
