package io.github.godotvariant.multiplayer;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The HTTP request with which a client opened a WebSocket. A client sets the headers with {@code
 * handshake_headers}. A token in the request can identify the player without another round trip.
 *
 * @param uri the path and the query as sent, for example {@code /game?token=abc}
 * @param headers the values of each header, by the name of the header. Repeated headers are in the
 *     order of the request
 */
@Experimental
public record HandshakeRequest(String uri, Map<String, List<String>> headers) {
  /** The request of a connection without an HTTP request, for example over ENet. */
  public static final HandshakeRequest NONE = new HandshakeRequest("", Map.of());

  /**
   * Copies the headers.
   *
   * @param uri the path and the query
   * @param headers the values of each header
   */
  public HandshakeRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * {@return the path: the URI up to the first question mark, or the whole URI if there is no
   * query}
   */
  public String path() {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  /**
   * Returns the first value of a parameter of the query.
   *
   * @param name the name of the parameter
   * @return the decoded value; empty if the parameter is missing or cannot be decoded
   */
  public Optional<String> query(String name) {
    int query = uri.indexOf('?');
    if (query < 0) {
      return Optional.empty();
    }
    for (String parameter : uri.substring(query + 1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      if (equals >= 0 && parameter.substring(0, equals).equals(name)) {
        try {
          return Optional.of(
              URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first value of a header.
   *
   * @param name the name of the header, in lower or upper case
   * @return the value; empty if the header is missing
   */
  public Optional<String> header(String name) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .flatMap(header -> header.getValue().stream())
        .findFirst();
  }
}
