/**
 * Message formats that engines use to exchange values. This package does not open connections.
 * {@link io.github.godotvariant.net.MessageFraming} describes the messages of a byte stream. A
 * {@link io.github.godotvariant.net.MessageDecoder} or a {@link
 * io.github.godotvariant.net.BlockingPeer} reads them. {@link
 * io.github.godotvariant.net.CompressedVariantCodec} encodes the arguments of remote calls, and
 * {@link io.github.godotvariant.net.DebuggerMessage} is a message of the debugger.
 *
 * <pre>{@code
 * VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
 * BlockingPeer<Variant> peer =
 *     BlockingPeer.of(
 *         socket.getInputStream(), socket.getOutputStream(), MessageFraming.packetPeerStream(codec));
 * peer.write(VariantDictionary.of("hello", "world"));
 * Optional<Variant> answer = peer.read();   // empty if the other side has closed
 * }</pre>
 *
 * <p>Framings and codecs are immutable and safe for use by many threads. Use a decoder in one
 * thread at a time. One thread can read from a peer while another thread writes to the same peer.
 * Malformed input throws a {@link io.github.godotvariant.VariantException}, and a connection that
 * ends inside a message throws {@link java.io.EOFException}. Lengths in the input never cause
 * allocation before the bytes have arrived. No method takes or returns {@code null}.
 */
@NullMarked
package io.github.godotvariant.net;

import org.jspecify.annotations.NullMarked;
