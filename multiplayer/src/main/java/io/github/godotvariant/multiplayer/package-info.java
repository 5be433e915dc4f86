/**
 * Godot's high-level multiplayer. Its packets are {@link
 * io.github.godotvariant.multiplayer.MultiplayerPacket}s, for proxies and tools.
 *
 * <pre>{@code
 * MultiplayerPacket packet = MultiplayerPacket.decode(message);
 * if (packet instanceof MultiplayerPacket.Call call) {
 *   List<Variant> arguments = codec.decodeArguments(call.arguments().asBuffer(), call.raw());
 *   log(call.node() + " method " + call.method() + ": " + arguments);
 * }
 * }</pre>
 *
 * <p>Godot calls this protocol internal, and changed it between 4.2 and 4.3: here it is that of 4.3
 * and later, tried with 4.6.
 */
@NullMarked
package io.github.godotvariant.multiplayer;

import org.jspecify.annotations.NullMarked;
