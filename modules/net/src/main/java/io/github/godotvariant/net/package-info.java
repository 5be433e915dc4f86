/**
 * The small formats in which engines talk to each other: {@link
 * io.github.godotvariant.net.MessageFraming} for streams of bytes, read by a {@link
 * io.github.godotvariant.net.MessageDecoder} or a {@link io.github.godotvariant.net.BlockingPeer};
 * {@link io.github.godotvariant.net.CompressedVariantCodec} for the arguments of remote calls, and
 * {@link io.github.godotvariant.net.DebuggerMessage} for the debugger.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
 * BlockingPeer<Variant> peer =
 *     BlockingPeer.of(
 *         socket.getInputStream(), socket.getOutputStream(), MessageFraming.packetPeerStream(codec));
 * peer.write(VariantDictionary.of("hello", "world"));
 * Optional<Variant> answer = peer.read();   // empty when the other side has closed
 * }</pre>
 *
 * <p>Framings and codecs are immutable and safe for use by many threads; a decoder is for one
 * thread at a time, a peer for one that reads and one that writes. What cannot be read is a {@link
 * io.github.godotvariant.VariantException}, a connection that ends inside a message an {@link
 * java.io.EOFException}. Nothing is reserved on the word of the other side. No method takes or
 * returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.net;

import org.jspecify.annotations.NullMarked;
