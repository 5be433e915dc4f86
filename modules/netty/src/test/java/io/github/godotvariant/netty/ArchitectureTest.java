package io.github.godotvariant.netty;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.of("io.github.godotvariant.netty")
        .dependsOnlyOn(
            "java.io..",
            "java.net",
            "java.nio..",
            "java.security",
            "javax.crypto..",
            "javax.net.ssl",
            "io.netty..")
        .onlyClassesUse(
            "io.netty.handler.codec.http..",
            "ClientClose",
            "LastRequestHandler",
            "MessageWebSocketHandler",
            "MultiplayerWebSocketHandler",
            "OriginHandler",
            "RoomHandler",
            "RoomRegistry",
            "WebSocketConnectionHandler",
            "WebSocketPort",
            "WebSocketTransport")
        .onlyClassesUse(
            "io.github.godotvariant.enet..",
            "DtlsPort",
            "DtlsSession",
            "EnetHandler",
            "EnetServer",
            "EnetTransport",
            "NettyMultiplayer")
        .onlyClassesUse(
            "io.github.godotvariant.multiplayer..",
            "EnetTransport",
            "Invitations",
            "MultiplayerRooms",
            "MultiplayerWebSocketHandler",
            "NettyMultiplayer",
            "Room",
            "RoomHandler",
            "RoomRegistry",
            "WebSocketTransport")
        .loadsNoClassesExceptIn();
  }
}
