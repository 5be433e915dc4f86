package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A node with remote methods, which clients call on the server and the server calls on clients.
 *
 * <pre>{@code
 * RpcNode world =
 *     RpcNode.at("World")
 *         .method("move", ANY_PEER, UNRELIABLE, call -> move(call.sender(), call.argument(0, Vector2.class)))
 *         .method("say", AUTHORITY, RELIABLE) // only the server calls it
 *         .build();
 * }</pre>
 *
 * <p>The node must have the same method names as the clients' node at the same path, including
 * methods that are not called on the server. {@link ProjectScripts} reads these names from the
 * project's scripts; pass them to {@link Builder#names}.
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class RpcNode {
  private final String path;
  private final RpcMethods methods;
  private final Map<String, Method> known;

  /** The settings of a method. The handler is null if the server drops the calls of clients. */
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
              EventText.line(
                  path + " has no method " + name + " in its script, which has " + names));
        }
      }
    }
  }

  /**
   * Returns a builder of a node.
   *
   * @param path the path relative to the {@code root_path} of the clients' multiplayer API
   *     (normally {@code /root}): {@code World} for {@code /root/World}, {@code .} for the root
   *     itself
   * @return a builder
   * @throws IllegalArgumentException if the path is absolute or invalid
   */
  public static Builder at(String path) {
    return new Builder(path);
  }

  /** {@return the path of the node} */
  public String path() {
    return path;
  }

  /** {@return the names and numbers of all methods, including methods without a handler} */
  public RpcMethods methods() {
    return methods;
  }

  /**
   * Returns the transfer mode of a method.
   *
   * @param method the name of the method
   * @return the mode; {@link TransferMode#RELIABLE} if the method was not added to the builder
   */
  public TransferMode transferMode(String method) {
    return method(method).map(Method::transferMode).orElse(TransferMode.RELIABLE);
  }

  /**
   * Returns the channel of a method.
   *
   * @param method the name of the method
   * @return the channel; 0 if the method was not added to the builder
   */
  public int channel(String method) {
    return method(method).map(Method::channel).orElse(0);
  }

  Optional<Method> method(String name) {
    return Optional.ofNullable(known.get(name));
  }

  /** Returns the sorted names of the methods that were added to the builder. */
  SortedSet<String> declared() {
    return new TreeSet<>(known.keySet());
  }

  /** {@return the path, for example {@code World}} */
  @Override
  public String toString() {
    return path;
  }

  /** Builds a {@link RpcNode}. Not safe for use by several threads. */
  public static final class Builder {
    private final String path;
    private final Map<String, Method> known = new LinkedHashMap<>();
    private @Nullable RpcMethods names;

    private Builder(String path) {
      Checks.path(path);
      this.path = path;
    }

    /**
     * Adds a method that clients call. The server can also call the method on clients.
     *
     * @param name the name of the method
     * @param mode the peers that may call the method
     * @param transferMode the transfer mode of the server's calls
     * @param handler handles calls of clients
     * @return this
     * @throws IllegalArgumentException if the node has a method of this name
     */
    @CanIgnoreReturnValue
    public Builder method(
        String name, RpcMode mode, TransferMode transferMode, RpcHandler handler) {
      return method(name, mode, transferMode, 0, Objects.requireNonNull(handler, "handler"));
    }

    /**
     * Adds a method without a handler, which the server calls. If the mode allows clients to call
     * the method, the server drops these calls. For example, {@code rpc()} of a client calls the
     * method on the other clients and also on the server.
     *
     * @param name the name of the method
     * @param mode the peers that may call the method
     * @param transferMode the transfer mode of the server's calls
     * @return this
     * @throws IllegalArgumentException if the node has a method of this name
     */
    @CanIgnoreReturnValue
    public Builder method(String name, RpcMode mode, TransferMode transferMode) {
      return method(name, mode, transferMode, 0, null);
    }

    /**
     * Adds a method. The server's calls use the given channel.
     *
     * @param name the name of the method
     * @param mode the peers that may call the method
     * @param transferMode the transfer mode of the server's calls
     * @param channel the channel, 0 or more; 0 is the default channel
     * @param handler handles calls of clients; null to drop these calls
     * @return this
     * @throws IllegalArgumentException if the node has a method of this name, or the channel is
     *     negative
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
        throw new IllegalArgumentException(EventText.line("method " + name + " was added twice"));
      }
      return this;
    }

    /**
     * Sets the names of all remote methods of the node's script. By default, these are only the
     * names of the methods that were added to this builder. If a client calls another method of the
     * script, the server drops the call, because the call is meant for other clients.
     *
     * @param methods the names, for example from {@link ProjectScripts#methods}
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder names(RpcMethods methods) {
      names = Objects.requireNonNull(methods, "methods");
      return this;
    }

    /**
     * Builds the node.
     *
     * @return the node
     * @throws IllegalStateException if an added method is not in the names that were passed to
     *     {@link #names}
     */
    public RpcNode build() {
      return new RpcNode(this);
    }
  }
}
