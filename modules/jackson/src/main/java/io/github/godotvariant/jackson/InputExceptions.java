package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.UnresolvedForwardReference;
import tools.jackson.databind.exc.IgnoredPropertyException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Replaces Jackson's exceptions about the input with exceptions whose cause is a {@link
 * VariantException}. The messages have one line and a bounded length, without control and format
 * characters.
 */
@SuppressWarnings("serial") // Serialized forms are not compatible between releases.
final class InputExceptions {
  private static final int MAX_MESSAGE = 1_900;

  private InputExceptions() {}

  /**
   * Reads a value, and replaces Jackson's exceptions as {@link #replace} does. Also replaces a
   * {@link StackOverflowError}, and other runtime exceptions if {@link
   * DeserializationFeature#WRAP_EXCEPTIONS} is enabled.
   *
   * @param in the parser for the input
   * @param reading the action that reads and returns the value
   */
  static <T> T runChecked(JsonParser in, DeserializationContext context, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (JacksonException e) {
      throw replace(e, in);
    } catch (StackOverflowError e) {
      // Jackson calls itself for each nested container, and its depth limit does not depend on the
      // stack size of the thread.
      JacksonException limit =
          replace(
              new StreamConstraintsException("too many levels for the stack of the thread"), in);
      limit.addSuppressed(e); // the cause can also be an endless recursion of the caller's code
      throw limit;
    } catch (RuntimeException e) {
      if (!context.isEnabled(DeserializationFeature.WRAP_EXCEPTIONS)) {
        throw e;
      }
      String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
      throw replace(DatabindException.from(in, message, e), in);
    }
  }

  /**
   * Returns the exception to throw instead of an exception of Jackson.
   *
   * @param e the exception of a deserializer or a parser
   * @param in the parser, at the value that cannot be read
   * @return an exception of the same kind; {@code e} itself if it is not an exception of Jackson
   *     about the input
   */
  static JacksonException replace(JacksonException e, JsonParser in) {
    JacksonException replaced = replacement(e, in);
    if (replaced != e) {
      List<JacksonException.Reference> path = e.getPath();
      ListIterator<JacksonException.Reference> steps = path.listIterator(path.size());
      while (steps.hasPrevious()) {
        replaced.prependPath(steps.previous());
      }
      replaced.setStackTrace(e.getStackTrace());
    }
    return replaced;
  }

  private static JacksonException replacement(JacksonException e, JsonParser in) {
    if (!e.getClass().getPackageName().startsWith("tools.jackson.")
        || e instanceof InvalidDefinitionException) {
      return e;
    } else if (e instanceof InvalidFormatException format) {
      return new FormatException(format, in, mismatch(e, in));
    } else if (e instanceof UnrecognizedPropertyException property) {
      return new UnrecognizedException(property, in, mismatch(e, in));
    } else if (e instanceof IgnoredPropertyException property) {
      return new IgnoredException(property, in, mismatch(e, in));
    } else if (e instanceof InvalidTypeIdException id) {
      return new TypeIdException(id, in, mismatch(e, in));
    } else if (e instanceof InvalidNullException missing) {
      return new NullException(missing, in, mismatch(e, in));
    } else if (e instanceof MismatchedInputException mismatched) {
      return new MismatchException(mismatched, in, mismatch(e, in));
    } else if (e instanceof UnresolvedForwardReference unresolved) {
      return new UnresolvedException(unresolved, in, mismatch(e, in));
    } else if (e instanceof InputCoercionException coercion) {
      return new CoercionException(
          in, coercion.getInputType(), coercion.getTargetType(), e.getLocation(), mismatch(e, in));
    } else if (e instanceof StreamReadException) {
      return new ReadException(in, e.getLocation(), mismatch(e, in));
    } else if (e instanceof StreamConstraintsException) {
      Position position = Position.of(e, in);
      return new LimitException(
          e.getLocation() == null ? in.currentTokenLocation() : e.getLocation(),
          new VariantLimitException(
              String.valueOf(e.getOriginalMessage()), position.offset, position.path));
    } else if (e instanceof ValueInstantiationException instantiation) {
      return new RecordInstantiationException(instantiation, in, refusal(e, in));
    }
    return e.getClass() == DatabindException.class
        ? new BindingException(in, e.getLocation(), refusal(e, in))
        : e;
  }

  /**
   * Returns the {@link VariantException} that becomes the cause of the replacement: the cause of
   * {@code e}, or a new exception with the message of {@code e}.
   */
  private static VariantException mismatch(JacksonException e, JsonParser in) {
    if (e.getCause() instanceof VariantException variantException) {
      return variantException;
    }
    Position position = Position.of(e, in);
    return new VariantTypeException(
        String.valueOf(e.getOriginalMessage()), position.offset, position.path);
  }

  /**
   * Returns the result of {@link #mismatch}. If user code threw an exception, that exception
   * becomes the cause of the result.
   */
  private static VariantException refusal(JacksonException e, JsonParser in) {
    VariantException refusal = mismatch(e, in);
    if (refusal != e.getCause() && e.getCause() != null) {
      refusal.initCause(e.getCause());
    }
    return refusal;
  }

  /**
   * A position in a value.
   *
   * @param offset bytes from the start of the value, or {@link VariantException#NO_OFFSET} if not
   *     known
   * @param path the path of the position, such as {@code $.items[3]}
   */
  private record Position(long offset, String path) {
    static Position of(JacksonException e, JsonParser in) {
      TokenStreamLocation location =
          e.getLocation() instanceof GodotLocation ? e.getLocation() : in.currentTokenLocation();
      return location instanceof GodotLocation godot
          ? new Position(godot.valueOffset(), godot.path())
          : new Position(VariantException.NO_OFFSET, "$");
    }
  }

  /** Builds the message of an exception, with its location and Jackson's reference chain. */
  private static String message(JacksonException e) {
    VariantException cause = (VariantException) Objects.requireNonNull(e.getCause());
    TokenStreamLocation location = e.getLocation();
    StringBuilder text = new StringBuilder(location == null ? cause.getMessage() : cause.problem());
    if (location != null) {
      text.append(" at [Source: ").append(location.sourceDescription());
      text.append("; byte offset: #").append(location.getByteOffset());
      text.append(", ").append(cause.shortPath()).append(']');
    }
    String separator = " (through reference chain: ";
    for (JacksonException.Reference reference : e.getPath()) {
      text.append(separator).append(shown(reference));
      separator = "->";
      if (text.length() > MAX_MESSAGE) {
        return text.substring(0, MAX_MESSAGE) + "…";
      }
    }
    return e.getPath().isEmpty() ? text.toString() : text.append(')').toString();
  }

  private static String shown(JacksonException.Reference reference) {
    String name = reference.getPropertyName();
    String description = reference.getDescription();
    int end = description.lastIndexOf("[\"" + name + "\"]");
    return name == null || end < 0
        ? description
        : description.substring(0, end) + "[" + StringValue.of(name).toShortString() + "]";
  }

  private static final class FormatException extends InvalidFormatException {
    FormatException(InvalidFormatException e, JsonParser in, VariantException cause) {
      super(in, cause.problem(), e.getValue(), e.getTargetType());
      _location = e.getLocation();
      initCause(cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  /** Stores the cause itself, because the superclass accepts no cause. */
  private static final class UnrecognizedException extends UnrecognizedPropertyException {
    private final VariantException cause;

    UnrecognizedException(UnrecognizedPropertyException e, JsonParser in, VariantException cause) {
      super(
          in,
          cause.problem(),
          e.getLocation(),
          e.getReferringClass(),
          e.getPropertyName(),
          e.getKnownPropertyIds());
      this.cause = cause;
    }

    @Override
    public synchronized VariantException getCause() {
      return cause;
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  /** Stores the cause itself, because the superclass accepts no cause. */
  private static final class IgnoredException extends IgnoredPropertyException {
    private final VariantException cause;

    IgnoredException(IgnoredPropertyException e, JsonParser in, VariantException cause) {
      super(
          in,
          cause.problem(),
          e.getLocation(),
          e.getReferringClass(),
          e.getPropertyName(),
          e.getKnownPropertyIds());
      this.cause = cause;
    }

    @Override
    public synchronized VariantException getCause() {
      return cause;
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class TypeIdException extends InvalidTypeIdException {
    TypeIdException(InvalidTypeIdException e, JsonParser in, VariantException cause) {
      super(in, cause.problem(), e.getBaseType(), e.getTypeId());
      _location = e.getLocation();
      initCause(cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class NullException extends InvalidNullException {
    NullException(InvalidNullException e, JsonParser in, VariantException cause) {
      super(in, cause.problem(), e.getPropertyName());
      _location = e.getLocation();
      _targetType = e.getTargetType();
      initCause(cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class MismatchException extends MismatchedInputException {
    MismatchException(MismatchedInputException e, JsonParser in, VariantException cause) {
      super(in, cause.problem(), e.getTargetType());
      _location = e.getLocation();
      initCause(cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class UnresolvedException extends UnresolvedForwardReference {
    UnresolvedException(UnresolvedForwardReference e, JsonParser in, VariantException cause) {
      super(in, cause.problem());
      _location = e.getLocation();
      if (e.getUnresolvedIds() != null) {
        getUnresolvedIds().addAll(e.getUnresolvedIds());
      }
      initCause(cause);
    }

    @Override
    public String getMessage() {
      return message(this);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class RecordInstantiationException extends ValueInstantiationException {
    RecordInstantiationException(
        ValueInstantiationException e, JsonParser in, VariantException cause) {
      super(in, cause.problem(), e.getType(), cause);
      _location = e.getLocation();
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  private static final class BindingException extends DatabindException {
    BindingException(JsonParser in, TokenStreamLocation location, VariantException cause) {
      super(in, cause.problem(), location, cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  /** Signals a number that does not fit the requested type. */
  static final class CoercionException extends InputCoercionException {
    CoercionException(
        JsonParser in,
        JsonToken token,
        Class<?> target,
        TokenStreamLocation location,
        VariantException cause) {
      super(in, cause.problem(), token, target);
      _location = location;
      initCause(cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  /** Signals input that a parser cannot read. */
  static final class ReadException extends StreamReadException {
    ReadException(JsonParser in, TokenStreamLocation location, VariantException cause) {
      super(in, cause.problem(), location, cause);
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }

  /**
   * Signals an exceeded limit of the codec or of Jackson. Stores the cause itself, because the
   * superclass accepts no cause.
   */
  static final class LimitException extends StreamConstraintsException {
    private final VariantLimitException cause;

    LimitException(@Nullable TokenStreamLocation location, VariantLimitException cause) {
      super(cause.problem(), location);
      this.cause = cause;
    }

    @Override
    public synchronized VariantLimitException getCause() {
      return cause;
    }

    @Override
    protected String _buildMessage() {
      return message(this);
    }
  }
}
