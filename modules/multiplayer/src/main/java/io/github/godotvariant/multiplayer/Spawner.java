package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A {@code MultiplayerSpawner} of the game, for {@link MultiplayerServer#spawn}. {@link
 * ProjectScenes} reads spawners from scenes.
 *
 * <pre>{@code
 * Spawner units = Spawner.at("World/Spawner").scene(unit).build();
 * ReplicatedNode u1 =
 *     server.spawn(units, 0, "U1", Map.of("position", new Vector2(10, 20), "hp", 100));
 * u1.set("hp", 90);
 * server.replicate();
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class Spawner {
  private static final int MAX_SCENES = 255;

  private final String path;
  private final List<List<ReplicationConfig>> scenes;

  private Spawner(Builder builder) {
    path = builder.path;
    scenes = List.copyOf(builder.scenes);
  }

  /**
   * Returns a builder of a spawner.
   *
   * @param path path of the spawner, relative to the {@code root_path} of the clients' multiplayer
   *     API (normally {@code /root}), as in {@link RpcNode#at}
   * @return a builder without scenes
   * @throws IllegalArgumentException if the path is absolute or invalid
   */
  public static Builder at(String path) {
    return new Builder(path);
  }

  /**
   * {@return the path of the spawner, relative to the {@code root_path} of the clients' multiplayer
   * API (normally {@code /root})}
   */
  public String path() {
    return path;
  }

  /** {@return for each scene, the list of its synchronizers that the server owns; unmodifiable} */
  public List<List<ReplicationConfig>> scenes() {
    return scenes;
  }

  List<ReplicationConfig> scene(int index) {
    if (index < 0 || index >= scenes.size()) {
      throw new IllegalArgumentException(EventText.line(path() + " has no scene " + index));
    }
    return scenes.get(index);
  }

  /** {@return the path, such as {@code World/Spawner}} */
  @Override
  public String toString() {
    return path();
  }

  /** A builder of a {@link Spawner}. Not safe for use by many threads. */
  public static final class Builder {
    private final String path;
    private final List<List<ReplicationConfig>> scenes = new ArrayList<>();

    private Builder(String path) {
      Checks.path(path);
      this.path = path;
    }

    /**
     * Adds the next scene of the spawner's list.
     *
     * @param synchronizers the scene's synchronizers that the server owns, in the order in which
     *     they enter the tree
     * @return this builder
     * @throws IllegalArgumentException if the list has 255 scenes already
     */
    @CanIgnoreReturnValue
    public Builder scene(ReplicationConfig... synchronizers) {
      if (scenes.size() == MAX_SCENES) {
        throw new IllegalArgumentException("more than 255 scenes");
      }
      scenes.add(List.of(Objects.requireNonNull(synchronizers, "synchronizers")));
      return this;
    }

    /**
     * Builds the spawner.
     *
     * @return the spawner
     */
    public Spawner build() {
      return new Spawner(this);
    }
  }
}
