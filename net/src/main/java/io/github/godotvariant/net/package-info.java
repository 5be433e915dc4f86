/**
 * The small formats in which engines talk to each other: {@link
 * io.github.godotvariant.net.StreamPeer} and {@link io.github.godotvariant.net.PacketPeerStream}
 * over any pair of streams, {@link io.github.godotvariant.net.CompressedVariantCodec} for the
 * arguments of remote calls, and {@link io.github.godotvariant.net.RemoteDebuggerPeer} for the
 * debugger.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
 * PacketPeerStream peer =
 *     PacketPeerStream.of(socket.getInputStream(), socket.getOutputStream(), codec);
 * peer.putVar(VariantDictionary.of("hello", "world"));
 * Optional<Variant> answer = peer.getVar();   // empty when the other side has closed
 * }</pre>
 *
 * <p>Codecs are immutable and safe for use by many threads; peers are for one thread that reads and
 * one that writes. What cannot be read is a {@link io.github.godotvariant.VariantException}, a
 * connection that ends inside a frame an {@link java.io.EOFException}. Nothing is reserved on the
 * word of the other side. No method takes or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.net;

import org.jspecify.annotations.NullMarked;
