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
 * <p>Godot calls this protocol internal, says that it may change without notice, and changed it
 * between 4.2 and 4.3. Here it is that of 4.3 and later. Only Godot 4.6.3 was tried; of 4.3 to 4.5
 * it is known from their sources. So all of this package is {@link
 * io.github.godotvariant.multiplayer.Experimental}.
 */
@NullMarked
package io.github.godotvariant.multiplayer;

import org.jspecify.annotations.NullMarked;
