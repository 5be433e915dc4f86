package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node whose methods are called from afar: by clients, which the server answers, and by the
 * server.
 *
 * <pre>{@code
 * RpcNode world =
 *     RpcNode.at("World")
 *         .method("move", ANY_PEER, UNRELIABLE, call -> move(call.sender(), call.argument(0, Vector2.class)))
 *         .method("say", AUTHORITY, RELIABLE) // which only the server calls
 *         .build();
 * }</pre>
 *
 * <p>It must have the same names of methods as the node of the clients, those too that nobody calls
 * here: {@link Builder#names} takes them from the project's scripts.
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class RpcNode {
  private final String path;
  private final RpcMethods methods;
  private final Map<String, Method> known;

  /** What is known of a method here. */
  record Method(
      RpcMode mode, TransferMode transferMode, int channel, @Nullable RpcHandler handler) {}

  private RpcNode(Builder builder) {
    path = builder.path;
    known = Map.copyOf(builder.known);
    RpcMethods names = builder.names;
    if (names == null) {
      methods = RpcMethods.annotated(known.keySet());
    } else {
      methods = names;
      for (String name : known.keySet()) {
        if (names.number(name).isEmpty()) {
          throw new IllegalStateException(
              EventText.line(path + " has no method " + name + " in its script"));
        }
      }
    }
  }

  /**
   * A node by its path.
   *
   * @param path relative to the root of the clients' multiplayer: {@code World} for {@code
   *     /root/World}, {@code .} for the root itself
   * @return a builder
   * @throws IllegalArgumentException if it is absolute, or no path of a node
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

  /**
   * The numbers of its methods.
   *
   * @return all of them, those without a handler as well
   */
  public RpcMethods methods() {
    return methods;
  }

  Optional<Method> method(String name) {
    return Optional.ofNullable(known.get(name));
  }

  /** For example {@code World}. */
  @Override
  public String toString() {
    return path;
  }

  /** Makes a {@link RpcNode}. Not for use by several threads. */
  public static final class Builder {
    private final String path;
    private final Map<String, Method> known = new LinkedHashMap<>();
    private @Nullable RpcMethods names;

    private Builder(String path) {
      Checks.path(path);
      this.path = path;
    }

    /**
     * A method that clients call, or the server as well.
     *
     * @param name its name
     * @param mode who may call it
     * @param transferMode how calls of the server travel
     * @param handler answers calls of clients
     * @return this
     * @throws IllegalArgumentException if there is one of this name
     */
    @CanIgnoreReturnValue
    public Builder method(
        String name, RpcMode mode, TransferMode transferMode, RpcHandler handler) {
      return method(name, mode, transferMode, 0, Objects.requireNonNull(handler, "handler"));
    }

    /**
     * A method that only the server calls. Where clients may call it too, such as by {@code rpc()},
     * which calls the server besides the other clients, their calls are dropped.
     *
     * @param name its name
     * @param mode who may call it
     * @param transferMode how calls of the server travel
     * @return this
     * @throws IllegalArgumentException if there is one of this name
     */
    @CanIgnoreReturnValue
    public Builder method(String name, RpcMode mode, TransferMode transferMode) {
      return method(name, mode, transferMode, 0, null);
    }

    /**
     * A method in a channel of its own.
     *
     * @param name its name
     * @param mode who may call it
     * @param transferMode how calls of the server travel
     * @param channel in which; 0 is the default one
     * @param handler answers calls of clients, or null if there are none
     * @return this
     * @throws IllegalArgumentException if there is one of this name, or the channel is negative
     */
    @CanIgnoreReturnValue
    public Builder method(
        String name,
        RpcMode mode,
        TransferMode transferMode,
        int channel,
        @Nullable RpcHandler handler) {
      Checks.text("name", name);
      Checks.range("channel", channel, Integer.MAX_VALUE);
      Method method =
          new Method(
              Objects.requireNonNull(mode, "mode"),
              Objects.requireNonNull(transferMode, "transferMode"),
              channel,
              handler);
      if (known.putIfAbsent(name, method) != null) {
        throw new IllegalArgumentException(EventText.line("two methods " + name));
      }
      return this;
    }

    /**
     * All names that the node's script has, where they are more than the methods that are known
     * here. Without this these are all. Calls of the others are dropped: they are for other
     * clients.
     *
     * @param methods for example what {@link ProjectScripts#methods} gives
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder names(RpcMethods methods) {
      names = Objects.requireNonNull(methods, "methods");
      return this;
    }

    /**
     * Makes the node.
     *
     * @return the node
     * @throws IllegalStateException if a method is not among the names
     */
    public RpcNode build() {
      return new RpcNode(this);
    }
  }
}
