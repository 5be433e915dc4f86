package io.github.godotvariant.netty;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a WebSocket port, for the builders of {@link NettyMultiplayer} and {@link
 * MultiplayerRooms}.
 */
final class WebSocketSettings {
  /**
   * Matches the origins that {@link #acceptOrigins} permits: {@code *} for all origins, {@code
   * null} and {@code file://} for pages without a host, or a scheme with a host and optionally a
   * port.
   */
  private static final Pattern ORIGIN =
      Pattern.compile("\\*|null|file://|(?!wss?:)[a-z][a-z0-9+.-]*://[^/?#\\sA-Z]+");

  /** Matches an origin that contains the default port of its scheme. */
  private static final Pattern DEFAULT_PORT =
      Pattern.compile("^(http://.+):80$|^(https://.+):443$");

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

  /** Sets the accepted origins. Stores the origins in the form in which browsers send them. */
  void acceptOrigins(String... accepted) {
    origins =
        Stream.of(accepted)
            .map(WebSocketSettings::normalized)
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Checks an origin, and returns the origin without the default port of its scheme. A browser
   * sends an origin in ASCII, in lower case, and without a path or a default port. This method does
   * not convert hosts to ASCII, because {@code java.net.IDN} and browsers convert some letters
   * differently.
   */
  private static String normalized(String origin) {
    if (origin.contains("*") && !origin.equals("*")) {
      throw new IllegalArgumentException(
          "origin %s contains a wildcard; pass each origin, or * to accept all".formatted(origin));
    }
    if (!origin.chars().allMatch(c -> c <= '~')) {
      throw new IllegalArgumentException(
          "origin %s is not ASCII; pass the name that starts with xn--".formatted(origin));
    }
    if (!ORIGIN.matcher(origin).matches()) {
      throw new IllegalArgumentException(
          "origin " + origin + " does not have the form https://example.org");
    }
    return DEFAULT_PORT.matcher(origin).replaceFirst("$1$2");
  }

  /** Enables TLS with the certificate and the key of a context. */
  void encrypt(SslContext context) {
    if (Objects.requireNonNull(context, "context").isClient()) {
      throw new IllegalArgumentException(
          "the context is for clients, must be of SslContextBuilder.forServer");
    }
    tls = context;
  }

  /** Returns the name of the protocol for the log. */
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
