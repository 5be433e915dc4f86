package io.github.godotvariant.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;

/**
 * Ignores requests after a request or response with {@code Connection: close}, and answers a
 * malformed request with 400. Netty decodes a request that has arrived with an earlier one before
 * the connection is closed.
 */
final class LastRequestHandler extends ChannelDuplexHandler {
  private boolean isClosing;

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The listener closes the connection in any case.
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof FullHttpRequest request)) {
      ctx.fireChannelRead(message);
    } else if (isClosing) {
      request.release();
    } else if (request.decoderResult().isSuccess()) {
      isClosing = !HttpUtil.isKeepAlive(request);
      ctx.fireChannelRead(request);
    } else {
      isClosing = true;
      ctx.writeAndFlush(
              WebSocketConnectionHandler.response(ctx, request, HttpResponseStatus.BAD_REQUEST))
          .addListener(written -> ctx.close()); // without a close frame of later handlers
      request.release();
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The caller has the promise.
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    isClosing |= message instanceof HttpResponse response && !HttpUtil.isKeepAlive(response);
    ctx.write(message, promise);
  }
}
