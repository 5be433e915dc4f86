package io.github.godotvariant.netty;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings of a WebSocket port, which several builders set. */
final class WebSocketSettings {
  /** All origins, the origin of a page without one, or a scheme, a host and perhaps a port. */
  private static final Pattern ORIGIN =
      Pattern.compile("\\*|null|file://|[a-z][a-z0-9+.-]*://[^/?#\\sA-Z]+");

  @Nullable InetSocketAddress address;
  String path = "/";
  @Nullable SslContext tls;
  Set<String> origins = Set.of();
  @Nullable String subprotocols;
  int maxConnections = 4_000;
  int maxConnectionsPerAddress = 100;
  int pingSeconds = 15;

  void listen(InetSocketAddress on, String webSocketPath) {
    if (!webSocketPath.startsWith("/")) {
      throw new IllegalArgumentException("the path " + webSocketPath + " does not start with /");
    }
    address = Objects.requireNonNull(on, "address");
    path = webSocketPath;
  }

  /** Sets the accepted origins. A browser sends an origin in lower case and without a path. */
  void acceptOrigins(String... accepted) {
    for (String origin : accepted) {
      if (!ORIGIN.matcher(origin).matches()) {
        throw new IllegalArgumentException(
            "origin " + origin + " does not have the form https://example.org");
      }
    }
    origins = Set.of(accepted);
  }

  /** Returns the protocol for the log. */
  String protocol() {
    return tls == null ? "TCP (WebSocket)" : "TCP (WebSocket with TLS)";
  }

  ConnectionLimit connectionLimit() {
    return new ConnectionLimit(maxConnections, maxConnectionsPerAddress);
  }

  static int positive(int number) {
    return atLeast(1, number);
  }

  static int atLeast(int min, int number) {
    if (number < min) {
      throw new IllegalArgumentException("the number " + number + " is below " + min);
    }
    return number;
  }
}
