package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A remote call that the server has received from a client, with the decoded arguments. Immutable.
 */
@Experimental
@CheckReturnValue
public final class RpcCall {
  private final VariantCodec codec;
  private final Peer peer;
  private final RpcNode node;
  private final String method;
  private final VariantArray arguments;

  RpcCall(VariantCodec codec, Peer peer, RpcNode node, String method, List<Variant> arguments) {
    this.codec = codec;
    this.peer = peer;
    this.node = node;
    this.method = method;
    this.arguments = VariantArray.copyOf(arguments);
  }

  /** {@return the id of the peer that has sent the call} */
  public int sender() {
    return peer.id();
  }

  /** {@return the peer that has sent the call} */
  public Peer peer() {
    return peer;
  }

  /** {@return the node whose method is called} */
  public RpcNode node() {
    return node;
  }

  /** {@return the name of the called method} */
  public String method() {
    return method;
  }

  /**
   * Returns the arguments.
   *
   * @return at most 255 values, unmodifiable
   */
  public List<Variant> arguments() {
    return arguments.asList();
  }

  /**
   * Returns the arguments, and checks that the call has exactly {@code count} arguments. Godot also
   * rejects calls with more arguments than the method has. In contrast, Godot accepts a call with
   * fewer arguments if the missing arguments have default values.
   *
   * @param count the number of arguments that the call must have
   * @return {@code count} values, unmodifiable
   * @throws VariantTypeException if there are fewer or more than {@code count} arguments
   */
  @CanIgnoreReturnValue
  public List<Variant> arguments(int count) {
    if (arguments.size() != count) {
      throw new VariantTypeException(
          "wanted " + count + " arguments but there are " + arguments.size(),
          VariantTypeException.NO_OFFSET,
          "");
    }
    return arguments();
  }

  /**
   * Returns an argument as an instance of a class, which must match the type of the argument.
   *
   * @param index the index of the argument, from 0 on
   * @param type the class of the value, for example {@code Vector2.class}
   * @param <T> the class of the value
   * @return the argument
   * @throws VariantTypeException if the call has no argument at this index, or the argument is not
   *     an instance of the class
   */
  public <T extends Variant> T argument(int index, Class<T> type) {
    return arguments.get(checked(index), type);
  }

  /**
   * Returns the value of an int argument that fits into 32 bits.
   *
   * @param index the index of the argument, from 0 on
   * @return the argument
   * @throws VariantTypeException if the call has no argument at this index, if the argument is not
   *     an int, or if the int does not fit into 32 bits
   */
  public int argumentInt(int index) {
    return arguments.getInt(checked(index));
  }

  /**
   * Returns the value of an int argument.
   *
   * @param index the index of the argument, from 0 on
   * @return the argument
   * @throws VariantTypeException if the call has no argument at this index, or the argument is not
   *     an int
   */
  public long argumentLong(int index) {
    return arguments.getLong(checked(index));
  }

  /**
   * Returns the value of a float argument, or of an int argument as a double.
   *
   * @param index the index of the argument, from 0 on
   * @return the argument
   * @throws VariantTypeException if the call has no argument at this index, or the argument is
   *     neither a float nor an int
   */
  public double argumentDouble(int index) {
    return arguments.getDouble(checked(index));
  }

  /**
   * Returns the text of a String or StringName argument.
   *
   * @param index the index of the argument, from 0 on
   * @return the text
   * @throws VariantTypeException if the call has no argument at this index, or the argument is
   *     neither a String nor a StringName
   */
  public String argumentString(int index) {
    return arguments.getString(checked(index));
  }

  /**
   * Decodes an argument into a Java object, for example into a record of the program.
   *
   * @param index the index of the argument, from 0 on
   * @param type the codec of the Java type. It must use the dialect of {@link
   *     MultiplayerServer.Builder#codec}
   * @param <T> the Java type of the argument
   * @return the argument
   * @throws io.github.godotvariant.VariantException if the call has no argument at this index, or
   *     the codec rejects the argument
   */
  public <T> T argument(int index, ValueCodec<T> type) {
    return type.decode(codec.encode(arguments.get(checked(index))));
  }

  /**
   * Calls a method of the same node on the client that sent this call. Must be called in the
   * server's thread, in the handler or later.
   *
   * @param method the name of the method
   * @param values at most 255 arguments, each of a type that {@link Variant#of} accepts
   * @return false if the server cannot call the client any more, or if the client and the server
   *     have different methods for the node
   * @throws IllegalArgumentException for the reasons that {@link MultiplayerServer#call} lists
   * @throws io.github.godotvariant.VariantException if an argument cannot be encoded
   */
  @CanIgnoreReturnValue
  public boolean reply(String method, Object... values) {
    return peer.server().call(sender(), node, method, values);
  }

  private int checked(int index) {
    if (index >= arguments.size()) {
      throw new VariantTypeException(
          "wanted argument " + index + " but there are " + arguments.size(),
          VariantTypeException.NO_OFFSET,
          "");
    }
    return index;
  }

  /**
   * Returns a description such as {@code World.move(Vector2(1, 2)) of 704759998}. The text is one
   * line of bounded length, without control or format characters.
   */
  @Override
  public String toString() {
    return EventText.line(
        arguments.asList().stream()
            .map(Variant::toShortString)
            .collect(
                Collectors.joining(", ", node.path() + "." + method + "(", ") of " + sender())));
  }
}
