package io.github.godotvariant.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Ignores all HTTP requests that follow a request or response with {@code Connection: close}.
 * Without this handler, Netty would also answer later requests that have arrived in the same read.
 *
 * <p>Answers a request whose first line is too long with 414, a request whose headers are too long
 * with 431, and other malformed requests with 400. Must be placed before the {@code
 * HttpObjectAggregator}. Requests with too much content are answered by the {@code
 * HttpObjectAggregator}.
 */
final class LastRequestHandler extends ChannelDuplexHandler {
  private @Nullable HttpRequest request;

  /**
   * Whether the connection closes after the current request, so that later requests are ignored.
   */
  private boolean isClosing;

  /** Whether the current request is ignored. */
  private boolean isIgnoring;

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The listener closes the connection in any case.
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest next) {
      isIgnoring = isClosing;
      isClosing |= !HttpUtil.isKeepAlive(next);
      request = next;
    }
    if (!isIgnoring
        && request != null
        && message instanceof HttpObject part
        && part.decoderResult().isFailure()) {
      isClosing = true;
      isIgnoring = true;
      // If Netty cannot read the first line, Netty passes on a FullHttpRequest without the client's
      // data.
      HttpRequest readable = request instanceof FullHttpRequest ? null : request;
      HttpResponseStatus status = status(part.decoderResult().cause());
      ctx.writeAndFlush(WebSocketConnectionHandler.response(ctx, readable, status))
          .addListener(written -> ctx.close()); // skips later handlers that send a close frame
    }
    if (isIgnoring) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private static HttpResponseStatus status(Throwable problem) {
    if (problem instanceof TooLongHttpLineException) {
      return HttpResponseStatus.REQUEST_URI_TOO_LONG;
    }
    return problem instanceof TooLongHttpHeaderException
        ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        : HttpResponseStatus.BAD_REQUEST;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The caller has the promise.
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    isClosing |= message instanceof HttpResponse response && !HttpUtil.isKeepAlive(response);
    ctx.write(message, promise);
  }
}
