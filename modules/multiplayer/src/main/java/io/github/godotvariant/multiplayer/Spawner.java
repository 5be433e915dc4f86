package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A {@code MultiplayerSpawner} of the clients, whose nodes the server makes: see {@link
 * MultiplayerServer#spawn}.
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
  private static final int MOST_SCENES = 255;

  private final String path;
  private final List<List<ReplicationConfig>> scenes;

  private Spawner(Builder builder) {
    path = builder.path;
    scenes = List.copyOf(builder.scenes);
  }

  /**
   * A spawner by its path.
   *
   * @param path relative to the root of the clients' multiplayer, as in {@link RpcNode#at}
   * @return a builder
   * @throws IllegalArgumentException if it is no such path
   */
  public static Builder at(String path) {
    return new Builder(path);
  }

  /**
   * Where it is.
   *
   * @return the path
   */
  public String path() {
    return path;
  }

  /** {@return the scenes of the list, each as the synchronizers that the server owns} */
  public List<List<ReplicationConfig>> scenes() {
    return scenes;
  }

  List<ReplicationConfig> scene(int index) {
    if (index < 0 || index >= scenes.size()) {
      throw new IllegalArgumentException(EventText.line(path() + " has no scene " + index));
    }
    return scenes.get(index);
  }

  /** For example {@code World/Spawner}. */
  @Override
  public String toString() {
    return path();
  }

  /** Makes a {@link Spawner}. Not for use by several threads. */
  public static final class Builder {
    private final String path;
    private final List<List<ReplicationConfig>> scenes = new ArrayList<>();

    private Builder(String path) {
      Checks.path(path);
      this.path = path;
    }

    /**
     * The next scene of the spawner's list.
     *
     * @param synchronizers those of its synchronizers that the server owns, in the order in which
     *     they enter the tree
     * @return this
     * @throws IllegalArgumentException if there are 255
     */
    @CanIgnoreReturnValue
    public Builder scene(ReplicationConfig... synchronizers) {
      if (scenes.size() == MOST_SCENES) {
        throw new IllegalArgumentException("more than 255 scenes");
      }
      scenes.add(List.of(Objects.requireNonNull(synchronizers, "synchronizers")));
      return this;
    }

    /**
     * Makes the spawner.
     *
     * @return the spawner
     */
    public Spawner build() {
      return new Spawner(this);
    }
  }
}
