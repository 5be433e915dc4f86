package io.github.godotvariant.spark.internal;

import io.github.godotvariant.VariantException;
import java.io.Serializable;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.ExpectsInputTypes;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeBlock;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * The base class of the SQL functions. A function has one argument and is implemented in Java.
 * Spark can use the function in whole-stage code generation, because the code that Spark generates
 * only calls {@link #call}. The class is public for this call. The class extends {@code
 * Expression}, because Java classes cannot extend Spark's {@code UnaryExpression}.
 */
public abstract class FunctionExpression extends Expression
    implements ExpectsInputTypes, Serializable {
  private static final long serialVersionUID = 1;

  /** The implementation of a function. Each thread uses a separate object. */
  interface Worker {
    /** Returns the result for an argument that is not null. */
    @Nullable Object call(Object argument);
  }

  private final String name;

  @SuppressWarnings("serial") // Expressions are serializable, but their type does not declare it.
  private final Expression child;

  @SuppressWarnings("serial") // Types are serializable, but their class does not declare it.
  private final DataType type;

  /** The options of the function. */
  final Options options;

  @SuppressWarnings("serial") // The field is transient.
  private transient volatile @Nullable ThreadLocal<Worker> workers;

  FunctionExpression(String name, Expression child, DataType type, Options options) {
    this.name = name;
    this.child = child;
    this.type = type;
    this.options = options;
  }

  /** Returns the same function with {@code child} as its argument. */
  abstract FunctionExpression of(Expression child);

  /** Returns the type that the argument must have; BINARY by default. */
  AbstractDataType inputType() {
    return DataTypes.BinaryType;
  }

  /** Creates a new implementation of the function, which one thread uses. */
  abstract Worker worker();

  /**
   * Returns a worker that calls another worker and handles values that are malformed or cannot be
   * encoded. For such a value, the query fails if {@code failFast} is true; otherwise the result is
   * null.
   */
  static Worker handlingMalformed(boolean failFast, Worker worker) {
    return argument -> {
      try {
        return worker.call(argument);
      } catch (VariantException e) {
        if (failFast) {
          throw SparkExceptions.failFast(String.valueOf(e.getMessage()), e);
        }
        return null;
      }
    };
  }

  final Expression child() {
    return child;
  }

  /**
   * Calls the function. The code that Spark generates calls this method.
   *
   * @param argument a value that is not null
   * @return the result
   */
  public final @Nullable Object call(Object argument) {
    ThreadLocal<Worker> workers = this.workers;
    if (workers == null) {
      synchronized (this) {
        workers = this.workers;
        if (workers == null) {
          workers = ThreadLocal.withInitial(this::worker);
          this.workers = workers;
        }
      }
    }
    return workers.get().call(argument);
  }

  @Override
  public final @Nullable Object eval(@Nullable InternalRow input) {
    Object argument = child.eval(input);
    return argument == null ? null : call(argument);
  }

  @Override
  public final ExprCode doGenCode(CodegenContext context, ExprCode ev) {
    ExprCode in = child.genCode(context);
    String reference = context.addReferenceObj(name, this, FunctionExpression.class.getName());
    String boxed = CodeGenerator.boxedType(type);
    String result = context.freshName("result");
    String argument =
        CodeGenerator.isPrimitiveType(child.dataType())
            ? CodeGenerator.boxedType(child.dataType()) + ".valueOf(" + in.value() + ")"
            : in.value().toString();
    String code =
        """
        %1$s
        boolean %2$s = %3$s;
        %4$s %5$s = %6$s;
        if (!%2$s) {
          %7$s %8$s = (%7$s) %9$s.call(%10$s);
          %2$s = %8$s == null;
          if (!%2$s) { %5$s = %8$s; }
        }
        """
            .formatted(
                in.code(),
                ev.isNull(),
                in.isNull(),
                CodeGenerator.javaType(type),
                ev.value(),
                CodeGenerator.defaultValue(type, false),
                boxed,
                result,
                reference,
                argument);
    return ev.copy(new CodeBlock(Scala.seq(code), Scala.seq()), ev.isNull(), ev.value());
  }

  @Override
  public final Seq<AbstractDataType> inputTypes() {
    return Scala.seq(inputType());
  }

  /**
   * Checks the type of the argument with the method of {@code ExpectsInputTypes}, because the
   * method of {@code Expression} accepts all types.
   */
  @Override
  public TypeCheckResult checkInputDataTypes() {
    return ExpectsInputTypes.super.checkInputDataTypes();
  }

  @Override
  public final Seq<Expression> children() {
    return Scala.seq(child);
  }

  @Override
  public final Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return of(children.apply(0));
  }

  @Override
  public final DataType dataType() {
    return type;
  }

  @Override
  public final boolean nullable() {
    return true;
  }

  @Override
  public final boolean foldable() {
    return child.foldable();
  }

  @Override
  public final String prettyName() {
    return name;
  }

  @Override
  public final int productArity() {
    return 3;
  }

  @Override
  public final Object productElement(int index) {
    return switch (index) {
      case 0 -> child;
      case 1 -> type;
      case 2 -> options;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  @Override
  public final boolean canEqual(@Nullable Object other) {
    return other instanceof FunctionExpression;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof FunctionExpression call
        && name.equals(call.name)
        && child.equals(call.child)
        && type.equals(call.type)
        && options.equals(call.options);
  }

  @Override
  public final int hashCode() {
    return Objects.hash(name, child, type, options);
  }
}
