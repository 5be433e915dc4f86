/**
 * Tools to test games that run on a {@link io.github.godotvariant.multiplayer.MultiplayerServer}.
 * {@link io.github.godotvariant.multiplayer.testing.TestPeer} is a client in Java that connects in
 * memory, over a WebSocket or over ENet.
 */
@NullMarked
package io.github.godotvariant.multiplayer.testing;

import org.jspecify.annotations.NullMarked;
