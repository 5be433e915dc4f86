package io.github.godotvariant.netty;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/**
 * Pauses reading while a channel is not writable. Without this pause, the answers to a client that
 * does not read could fill the heap. This handler must be the first handler of the pipeline.
 *
 * <p>Switching off {@code autoRead} is not sufficient: Netty's WebSocket handlers request a read
 * after each ping while {@code autoRead} is off, and traffic shaping switches {@code autoRead} on.
 * Therefore this handler also delays the reads that other handlers request.
 */
final class BackpressureHandler extends ChannelDuplexHandler {
  /** Whether this handler has switched off {@code autoRead}. */
  private boolean isPaused;

  private boolean isReadDelayed;

  @Override
  public void read(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      ctx.read();
    } else {
      isReadDelayed = true;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ChannelConfig config = ctx.channel().config();
    if (!ctx.channel().isWritable()) {
      isPaused |= config.isAutoRead();
      config.setAutoRead(false); // Also cancels a read that was already requested.
    } else {
      if (isPaused) {
        isPaused = false;
        config.setAutoRead(true);
      }
      if (isReadDelayed) {
        isReadDelayed = false;
        ctx.read();
      }
    }
    ctx.fireChannelWritabilityChanged();
  }
}
