/**
 * Tests for games that run on a {@link io.github.godotvariant.multiplayer.MultiplayerServer}.
 * {@link io.github.godotvariant.multiplayer.testing.TestPeer} is a client in Java, in memory or
 * over a WebSocket.
 */
@NullMarked
package io.github.godotvariant.multiplayer.testing;

import org.jspecify.annotations.NullMarked;
