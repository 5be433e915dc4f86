/**
 * Netty handlers that exchange messages with running engines: {@link
 * io.github.godotvariant.netty.MessageStreamHandler} for TCP, {@link
 * io.github.godotvariant.netty.MessageWebSocketHandler} for WebSockets and {@link
 * io.github.godotvariant.netty.MessageDatagramHandler} for UDP. {@link
 * io.github.godotvariant.netty.WebSocketConnectionHandler} closes unused connections. {@link
 * io.github.godotvariant.netty.EncodedMessage} encodes a message once for many receivers.
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
 * <p>Messages are {@link io.github.godotvariant.Variant}s, or your own types with a {@link
 * io.github.godotvariant.codec.ValueCodec}. Handlers run in the thread of their channel and never
 * block. To encode a large message, or a message for many receivers, call {@link
 * io.github.godotvariant.netty.EncodedMessage#of} in any thread. Received values contain no Netty
 * buffers, therefore you do not release them.
 *
 * <p>Malformed input reaches the next handler as a {@link io.netty.handler.codec.DecoderException}
 * whose cause is a {@link io.github.godotvariant.VariantException}. If a message cannot be sent,
 * the promise of the {@code write} call fails. No method takes or returns {@code null}.
 *
 * <p>Use Netty's own handlers for idle connections, TLS, limits for each address, flow control,
 * channel groups and counters.
 */
@NullMarked
package io.github.godotvariant.netty;

import org.jspecify.annotations.NullMarked;
