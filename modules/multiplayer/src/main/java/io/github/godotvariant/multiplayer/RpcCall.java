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

/** A call of a client, with arguments that have been decoded. Immutable. */
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

  /** {@return the id of the peer that calls} */
  public int sender() {
    return peer.id();
  }

  /** {@return the peer that calls} */
  public Peer peer() {
    return peer;
  }

  /**
   * Whose method is called.
   *
   * @return the node
   */
  public RpcNode node() {
    return node;
  }

  /**
   * Which method is called.
   *
   * @return its name
   */
  public String method() {
    return method;
  }

  /**
   * With what it is called.
   *
   * @return at most 255 values, unmodifiable
   */
  public List<Variant> arguments() {
    return arguments.asList();
  }

  /**
   * With what it is called, if it is as many: an engine runs no method with more arguments than it
   * has, and fills missing ones only from their defaults.
   *
   * @param count how many there have to be
   * @return that many values, unmodifiable
   * @throws VariantTypeException if there are fewer or more
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
   * One argument as a value.
   *
   * @param index from 0 on
   * @param type the class of the value, for example {@code Vector2.class}
   * @param <T> the class
   * @return the argument
   * @throws VariantTypeException if there are fewer arguments, or it is of another type
   */
  public <T extends Variant> T argument(int index, Class<T> type) {
    return arguments.get(checked(index), type);
  }

  /**
   * Returns the value of an int argument that fits into 32 bits.
   *
   * @param index from 0 on
   * @return the argument
   * @throws VariantTypeException if there are fewer arguments, if the argument is not an int, or if
   *     it is less than {@link Integer#MIN_VALUE} or greater than {@link Integer#MAX_VALUE}
   */
  public int argumentInt(int index) {
    return arguments.getInt(checked(index));
  }

  /**
   * One argument as an integer.
   *
   * @param index from 0 on
   * @return the argument
   * @throws VariantTypeException if there are fewer arguments, or it is of another type
   */
  public long argumentLong(int index) {
    return arguments.getLong(checked(index));
  }

  /**
   * One argument as a number.
   *
   * @param index from 0 on
   * @return the argument, an int or a float
   * @throws VariantTypeException if there are fewer arguments, or it is of another type
   */
  public double argumentDouble(int index) {
    return arguments.getDouble(checked(index));
  }

  /**
   * One argument as a text.
   *
   * @param index from 0 on
   * @return the argument, a String or a StringName
   * @throws VariantTypeException if there are fewer arguments, or it is of another type
   */
  public String argumentString(int index) {
    return arguments.getString(checked(index));
  }

  /**
   * One argument as an object of the program's own, a record for example.
   *
   * @param index from 0 on
   * @param type what reads it, with the dialect of the server
   * @param <T> what it is in Java
   * @return the argument
   * @throws io.github.godotvariant.VariantException if there are fewer arguments, or it is of
   *     another type
   */
  public <T> T argument(int index, ValueCodec<T> type) {
    return type.decode(codec.encode(arguments.get(checked(index))));
  }

  /**
   * Calls a method of the same node of who calls, in the server's own thread: now or later.
   *
   * @param method its name
   * @param values what {@link Variant#of} takes, 255 at most
   * @return false if the peer is gone, or has other methods than the node here
   * @throws IllegalArgumentException as {@link MultiplayerServer#call}
   * @throws io.github.godotvariant.VariantException as {@link MultiplayerServer#call}
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
   * For example {@code World.move(Vector2(1, 2)) of 704759998}, in one line of bounded length and
   * without control or format characters.
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
