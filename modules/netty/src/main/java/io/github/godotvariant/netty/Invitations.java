package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.HandshakeRequest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks the tokens of {@link MultiplayerRooms#invite}. A token lets one client enter a
 * room, and gives the client's peer an attachment. Safe for use by many threads.
 */
final class Invitations {
  private static final String PARAMETER = "token";

  /**
   * The number of random bytes in a token: 144 bits, which are 24 characters of Base64 without
   * padding.
   */
  private static final int TOKEN_BYTES = 18;

  private final SecureRandom random = new SecureRandom();
  private final int maxCount;
  private final long nanos;
  private final LongSupplier clock;

  /**
   * The unused invitations by their token, in the order of creation. Therefore the first invitation
   * expires first.
   */
  private final Map<String, Invitation> invitations = new LinkedHashMap<>();

  /** The only valid token for each room and attachment. */
  private final Map<RoomAttachment, String> tokens = new HashMap<>();

  /** A room and an attachment. The attachment is compared with {@code ==}. */
  private record RoomAttachment(String room, Object attachment) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof RoomAttachment target
          && room.equals(target.room)
          && attachment == target.attachment;
    }

    @Override
    public int hashCode() {
      return 31 * room.hashCode() + System.identityHashCode(attachment);
    }
  }

  private record Invitation(RoomAttachment target, long expiresAt) {}

  Invitations(int maxCount, int seconds, LongSupplier clock) {
    this.maxCount = maxCount;
    nanos = TimeUnit.SECONDS.toNanos(seconds);
    this.clock = clock;
  }

  /**
   * Creates a token. An earlier token for the same room and attachment is no longer valid.
   *
   * @throws IllegalStateException if the maximum number of unused tokens is reached
   */
  synchronized String create(String room, Object attachment) {
    removeExpired();
    RoomAttachment target = new RoomAttachment(room, attachment);
    String earlier = tokens.remove(target);
    if (earlier != null) {
      invitations.remove(earlier);
    }
    if (invitations.size() >= maxCount) {
      throw new IllegalStateException(
          "%d invitations are in use, which is the limit".formatted(invitations.size()));
    }
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    tokens.put(target, token);
    invitations.put(token, new Invitation(target, clock.getAsLong() + nanos));
    return token;
  }

  /**
   * Returns the attachment that belongs to the token in a request, and deletes the token. Returns
   * empty, and deletes nothing, if the request does not contain a valid token for the room.
   */
  synchronized Optional<Object> take(String room, HandshakeRequest request) {
    removeExpired();
    Optional<String> token = request.query(PARAMETER);
    Invitation found = token.map(invitations::get).orElse(null);
    if (found == null || !found.target().room().equals(room)) {
      return Optional.empty();
    }
    invitations.remove(token.orElseThrow());
    tokens.remove(found.target());
    return Optional.of(found.target().attachment());
  }

  private void removeExpired() {
    long now = clock.getAsLong();
    Iterator<Invitation> all = invitations.values().iterator();
    while (all.hasNext()) {
      Invitation oldest = all.next();
      if (oldest.expiresAt() - now > 0) {
        return;
      }
      all.remove();
      tokens.remove(oldest.target());
    }
  }
}
