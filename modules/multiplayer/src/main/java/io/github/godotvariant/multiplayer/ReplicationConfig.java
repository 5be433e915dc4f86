package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The properties of a {@code MultiplayerSynchronizer}, in the order of the {@code
 * SceneReplicationConfig} in the scene. Packets do not contain the names of properties. Therefore
 * only the order, the modes and the spawn flags must be the same as in the scene. {@link
 * ProjectScenes} reads the properties from the scene.
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
  /**
   * The maximum number of properties with the mode {@code ON_CHANGE}. A packet has one bit for each
   * of these properties.
   */
  private static final int MAX_CHANGING = 64;

  private final List<Property> properties;

  /**
   * A property of a synchronizer.
   *
   * @param name the name
   * @param mode when the value is sent after the spawn
   * @param isSpawned whether the value is also sent when the node is spawned
   */
  public record Property(String name, ReplicationMode mode, boolean isSpawned) {}

  private ReplicationConfig(List<Property> properties) {
    this.properties = List.copyOf(properties);
  }

  /**
   * Returns a builder of a configuration.
   *
   * @return a builder without properties
   */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the properties in the order of the synchronizer; unmodifiable} */
  public List<Property> properties() {
    return properties;
  }

  /**
   * Returns the properties that have the given mode, in the order of the synchronizer.
   *
   * @param mode the mode
   * @return the properties
   */
  public List<Property> of(ReplicationMode mode) {
    return properties.stream().filter(property -> property.mode() == mode).toList();
  }

  /** A builder of a {@link ReplicationConfig}. Not safe for use by many threads. */
  public static final class Builder {
    private final List<Property> properties = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a property that is also sent when the node is spawned.
     *
     * @param name the name of the property in Java code, which can differ from the name in the
     *     scene
     * @param mode when the property is sent after the spawn
     * @return this builder
     * @throws IllegalArgumentException if another property has the same name, or 64 other
     *     properties have the mode {@link ReplicationMode#ON_CHANGE}
     */
    @CanIgnoreReturnValue
    public Builder spawned(String name, ReplicationMode mode) {
      return add(new Property(name, mode, true));
    }

    /**
     * Adds a property that is not sent when the node is spawned.
     *
     * @param name the name of the property in Java code, which can differ from the name in the
     *     scene
     * @param mode when the property is sent after the spawn
     * @return this builder
     * @throws IllegalArgumentException if another property has the same name, or 64 other
     *     properties have the mode {@link ReplicationMode#ON_CHANGE}
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
      if (new ReplicationConfig(properties).of(ReplicationMode.ON_CHANGE).size() > MAX_CHANGING) {
        throw new IllegalArgumentException(
            "more than 64 properties that are sent when they change");
      }
      return this;
    }

    /**
     * Builds the configuration.
     *
     * @return the configuration
     */
    public ReplicationConfig build() {
      return new ReplicationConfig(properties);
    }
  }
}
