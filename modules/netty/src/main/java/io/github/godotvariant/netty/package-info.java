/**
 * Handlers for Netty that speak with running engines: {@link
 * io.github.godotvariant.netty.MessageStreamHandler} over TCP, {@link
 * io.github.godotvariant.netty.MessageWebSocketHandler} over WebSockets, {@link
 * io.github.godotvariant.netty.MessageDatagramHandler} over UDP; {@link
 * io.github.godotvariant.netty.WebSocketConnectionHandler}, which closes unused connections; and
 * {@link io.github.godotvariant.netty.EncodedMessage} for many receivers.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
 * ChannelInitializer<Channel> players =
 *     new ChannelInitializer<>() {
 *       @Override
 *       protected void initChannel(Channel channel) {
 *         channel
 *             .pipeline()
 *             .addLast(
 *                 new MessageStreamHandler<>(MessageFraming.packetPeerStream(codec)), new Game());
 *       }
 *     };
 * }</pre>
 *
 * <p>Messages are {@link io.github.godotvariant.Variant}s, or your own types through any {@link
 * io.github.godotvariant.codec.ValueCodec}. Handlers run in the thread of their channel, and
 * nothing in them blocks. What has to be encoded for many, or is large, can be encoded in any
 * thread with {@link io.github.godotvariant.netty.EncodedMessage#of}. What is received keeps no
 * buffer of Netty's: nothing has to be released.
 *
 * <p>What cannot be read is a {@link io.netty.handler.codec.DecoderException} with a {@link
 * io.github.godotvariant.VariantException} as its cause, for the next handler; what cannot be sent
 * fails its promise. No method takes or returns {@code null}.
 *
 * <p>Idle connections, TLS, limits for each address, flow control, groups of channels and counters
 * are Netty's own.
 */
@NullMarked
package io.github.godotvariant.netty;

import org.jspecify.annotations.NullMarked;
