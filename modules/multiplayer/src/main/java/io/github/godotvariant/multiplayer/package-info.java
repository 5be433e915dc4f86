/**
 * A server for Godot's high-level multiplayer, and its packets. {@link
 * io.github.godotvariant.multiplayer.MultiplayerServer} is peer 1 of a game. A {@link
 * io.github.godotvariant.multiplayer.MultiplayerPacket} is one packet, for proxies and tools.
 *
 * <pre>{@code
 * MultiplayerPacket packet = MultiplayerPacket.decode(message);
 * if (packet instanceof MultiplayerPacket.Call call) {
 *   List<Variant> arguments = codec.decodeArguments(call.arguments().asBuffer(), call.isRaw());
 *   log(call.node() + " method " + call.method() + ": " + arguments);
 * }
 * }</pre>
 *
 * <p>Godot calls this protocol internal, and may change the protocol without notice. The protocol
 * changed between 4.2 and 4.3; this package implements the protocol of 4.3 and later. It was tested
 * with Godot 4.6.3 only. For 4.3 to 4.5, the package follows the source code of the engine. For
 * these reasons, all types of this package are {@link
 * io.github.godotvariant.multiplayer.Experimental}.
 */
@NullMarked
package io.github.godotvariant.multiplayer;

import org.jspecify.annotations.NullMarked;
