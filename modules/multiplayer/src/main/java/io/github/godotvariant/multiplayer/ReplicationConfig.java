package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one {@code MultiplayerSynchronizer} keeps alike: the properties of its {@code
 * SceneReplicationConfig}, in the same order. Their names do not travel: only the order must be
 * that of the scene, and the names may be any.
 *
 * <pre>{@code
 * ReplicationConfig unit =
 *     ReplicationConfig.builder()
 *         .spawned("position", ReplicationMode.ALWAYS)
 *         .spawned("hp", ReplicationMode.ON_CHANGE)
 *         .build();
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class ReplicationConfig {
  /** There is a bit for each property that is sent when it changes. */
  private static final int MOST_CHANGING = 64;

  private final List<Property> properties;

  /**
   * A property of a synchronizer.
   *
   * @param name the name
   * @param mode when its value is sent
   * @param spawned whether its value is also sent when the node is spawned
   */
  public record Property(String name, ReplicationMode mode, boolean spawned) {}

  private ReplicationConfig(List<Property> properties) {
    this.properties = List.copyOf(properties);
  }

  /**
   * A configuration without properties, yet.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return all properties, in the order of the synchronizer} */
  public List<Property> properties() {
    return properties;
  }

  /**
   * Returns the properties with a mode, in the order of the synchronizer.
   *
   * @param mode the mode
   * @return the properties
   */
  public List<Property> of(ReplicationMode mode) {
    return properties.stream().filter(property -> property.mode() == mode).toList();
  }

  /** Makes a {@link ReplicationConfig}. Not for use by several threads. */
  public static final class Builder {
    private final List<Property> properties = new ArrayList<>();

    private Builder() {}

    /**
     * The next property, which is sent when its node is spawned as well.
     *
     * @param name any name
     * @param mode when it is sent besides
     * @return this
     * @throws IllegalArgumentException if there is one of this name, or there are 64 that are sent
     *     when they change
     */
    @CanIgnoreReturnValue
    public Builder spawned(String name, ReplicationMode mode) {
      return add(new Property(name, mode, true));
    }

    /**
     * The next property, which is not sent when its node is spawned.
     *
     * @param name any name
     * @param mode when it is sent
     * @return this
     * @throws IllegalArgumentException if there is one of this name, or there are 64 that are sent
     *     when they change
     */
    @CanIgnoreReturnValue
    public Builder property(String name, ReplicationMode mode) {
      return add(new Property(name, mode, false));
    }

    private Builder add(Property added) {
      Objects.requireNonNull(added.name(), "name");
      Objects.requireNonNull(added.mode(), "mode");
      if (properties.stream().anyMatch(property -> property.name().equals(added.name()))) {
        throw new IllegalArgumentException(EventText.line("two properties " + added.name()));
      }
      properties.add(added);
      if (new ReplicationConfig(properties).of(ReplicationMode.ON_CHANGE).size() > MOST_CHANGING) {
        throw new IllegalArgumentException(
            "more than 64 properties that are sent when they change");
      }
      return this;
    }

    /**
     * Makes the configuration.
     *
     * @return the configuration
     */
    public ReplicationConfig build() {
      return new ReplicationConfig(properties);
    }
  }
}
