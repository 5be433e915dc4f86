package io.github.godotvariant.netty;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;

/** A handler after the tested one that records messages and exceptions. */
@Sharable
final class RecordingHandler extends ChannelInboundHandlerAdapter {
  final List<Object> messages = new ArrayList<>();
  final List<Throwable> problems = new ArrayList<>();
  int ends;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    messages.add(message);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
    problems.add(problem);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ends++;
  }
}
