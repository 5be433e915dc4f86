package io.github.godotvariant.spark.internal;

import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType$;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Implements the data source {@code godot-save}, which reads save files. Each value of each file
 * becomes a row. If the only columns of a schema are {@code index}, {@code value} and the column
 * for corrupt records, {@code value} contains the whole value. With any other schema, each value is
 * decoded as a dictionary, and each column contains the value of the key with the name of the
 * column. The class implements {@link CreatableRelationProvider} only to reject writes early. Spark
 * calls {@link #prepareWrite} too late: at that time, Spark has already deleted the files to
 * overwrite.
 */
public final class GodotSaveFileFormat
    implements FileFormat, CreatableRelationProvider, DataSourceRegister, Serializable {
  private static final long serialVersionUID = 1;

  /**
   * The maximum length in bytes of a file that is read into memory before it is decoded. This is
   * faster than decoding a stream.
   */
  private static final int MAX_MEMORY_BYTES = 64 << 20;

  private static final String INDEX = "index";
  private static final String VALUE = "value";

  /** Creates the data source; called by Spark. */
  public GodotSaveFileFormat() {}

  @Override
  public String shortName() {
    return "godot-save";
  }

  @Override
  public Option<StructType> inferSchema(
      SparkSession session,
      scala.collection.immutable.Map<String, String> parameters,
      Seq<FileStatus> files) {
    Options options = Options.ofSource(Scala.java(parameters));
    return Option.apply(
        new StructType()
            .add(INDEX, DataTypes.LongType)
            .add(VALUE, VariantType$.MODULE$)
            .add(options.corruptColumn(), DataTypes.StringType));
  }

  @Override
  public OutputWriterFactory prepareWrite(
      SparkSession session,
      Job job,
      scala.collection.immutable.Map<String, String> options,
      StructType schema) {
    throw writeError();
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> options,
      Dataset<Row> rows) {
    throw writeError();
  }

  /**
   * Returns true for all types, so that Spark calls {@link #createRelation}. That method then
   * rejects the write.
   */
  @Override
  public boolean supportsDataType(DataType type) {
    return true;
  }

  private static UnsupportedOperationException writeError() {
    return new UnsupportedOperationException(
        "godot-save only reads; encode rows with to_godot_variant and write the bytes");
  }

  /**
   * Adds a check to each session. The check rejects statements that write to a table of save files,
   * before Spark runs these statements.
   *
   * @param extensions the extensions of a session
   */
  public static void injectWriteCheck(SparkSessionExtensions extensions) {
    extensions.injectCheckRule(new WriteCheck());
  }

  private static final class WriteCheck
      extends AbstractFunction1<SparkSession, Function1<LogicalPlan, BoxedUnit>> {
    @Override
    public Function1<LogicalPlan, BoxedUnit> apply(SparkSession session) {
      return new AbstractFunction1<>() {
        @Override
        public BoxedUnit apply(LogicalPlan plan) {
          if (plan instanceof InsertIntoHadoopFsRelationCommand insert
              && insert.fileFormat() instanceof GodotSaveFileFormat) {
            throw writeError();
          }
          return BoxedUnit.UNIT;
        }
      };
    }
  }

  /** Returns the name of this format in Spark's messages. */
  @Override
  public String toString() {
    return shortName();
  }

  @Override
  public boolean supportDataType(DataType type) {
    return RowDecoder.supports(type);
  }

  @Override
  public Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
      SparkSession session,
      StructType dataSchema,
      StructType partitionSchema,
      StructType requiredSchema,
      Seq<Filter> filters,
      scala.collection.immutable.Map<String, String> parameters,
      Configuration configuration) {
    Options options = Options.ofSource(Scala.java(parameters));
    return new Reader(
        options,
        hasValueColumns(dataSchema, options),
        dataSchema,
        requiredSchema,
        // The configuration is large; without a broadcast, Spark would send it with each task.
        session
            .sparkContext()
            .broadcast(
                new SerializableConfiguration(configuration),
                ClassTag$.MODULE$.apply(SerializableConfiguration.class)));
  }

  /**
   * Returns whether all columns of the schema are among these three: {@code index}, {@code value}
   * and the column for corrupt records.
   */
  private static boolean hasValueColumns(StructType schema, Options options) {
    int corrupt = options.corruptPosition(schema);
    int index = options.position(schema, INDEX);
    int value = options.position(schema, VALUE);
    int count = (corrupt < 0 ? 0 : 1) + (index < 0 ? 0 : 1) + (value < 0 ? 0 : 1);
    if (count < schema.size()) {
      return false;
    }
    if (index >= 0 && !(schema.fields()[index].dataType() instanceof LongType)) {
      String type = schema.fields()[index].dataType().sql();
      throw SparkExceptions.option("schema", "column index is " + type + ", must be BIGINT");
    }
    return true;
  }

  /**
   * Returns the type to which values are decoded: the type of the column {@code value}. If the
   * query does not read this column, returns VARIANT, so that malformed values are still detected.
   */
  private static DataType valueType(StructType required, Options options) {
    int position = options.position(required, VALUE);
    return position < 0 ? VariantType$.MODULE$ : required.fields()[position].dataType();
  }

  private static final class Reader
      extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>> implements Serializable {
    private static final long serialVersionUID = 1;

    private final Options options;
    private final boolean hasValueColumns;
    private final StructType schema;
    private final StructType required;
    private final Broadcast<SerializableConfiguration> configuration;

    /**
     * The decoder for all files of a task. Each task has its own copy of the reader, and reads the
     * files one after the other.
     */
    private transient @Nullable SaveDecoder decoder;

    Reader(
        Options options,
        boolean hasValueColumns,
        StructType schema,
        StructType required,
        Broadcast<SerializableConfiguration> configuration) {
      this.options = options;
      this.hasValueColumns = hasValueColumns;
      this.schema = schema;
      this.required = required;
      this.configuration = configuration;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
      // If the query reads the column for corrupt records, decode all columns. Then the error
      // message in that column does not depend on the columns that the query selects.
      StructType decoded = options.corruptPosition(required) >= 0 ? schema : required;
      SaveDecoder values = decoder;
      if (values == null) {
        values =
            hasValueColumns
                ? new SaveDecoder(valueType(decoded, options), options, null)
                : new SaveDecoder(decoded, options, options.corruptColumn());
        decoder = values;
      }
      RowIterator rows = new RowIterator(decoded, values, file);
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.addTaskCompletionListener((TaskCompletionListener) context -> rows.close());
      }
      return rows;
    }

    private final class RowIterator extends AbstractIterator<InternalRow> {
      private final String path;
      private final Options.Mode mode = options.mode(Options.Mode.PERMISSIVE);
      private final Optional<Long> onlyIndex = options.valueIndex();

      /**
       * For each column that the query reads, the index of the same column in the decoded struct.
       * Null if {@link #hasValueColumns} is true.
       */
      private final int @Nullable [] columns;

      /**
       * The position of the column {@code index} among the columns that the query reads; -1 if the
       * query does not read this column.
       */
      private final int index;

      private final int value;
      private final int corrupt;

      private @Nullable InputStream stream;
      private @Nullable SaveFile file;
      private java.util.Iterator<SaveDecoder.Result> results = Collections.emptyIterator();
      private @Nullable InternalRow next;

      RowIterator(StructType decoded, SaveDecoder decoder, PartitionedFile from) {
        path = from.urlEncodedPath();
        corrupt = options.corruptPosition(required);
        index = hasValueColumns ? options.position(required, INDEX) : -1;
        value = hasValueColumns ? options.position(required, VALUE) : -1;
        columns =
            hasValueColumns
                ? null
                : Arrays.stream(required.fieldNames()).mapToInt(decoded::fieldIndex).toArray();
        try {
          SaveFile opened = open(from);
          file = opened;
          results = decoder.results(opened);
        } catch (SaveFileException e) {
          if (SaveDecoder.isKeyMissing(e)) {
            close();
            throw SparkExceptions.option(Options.PASSWORD, path + ": " + e.problem());
          }
          results = List.of(new SaveDecoder.Result(0, null, e)).iterator();
        } catch (IOException e) {
          close();
          throw new UncheckedIOException(e);
        }
      }

      private SaveFile open(PartitionedFile from) throws IOException {
        SaveOptions saveOptions = options.saveOptions();
        Path path = from.toPath();
        InputStream in = path.getFileSystem(configuration.value().value()).open(path);
        stream = in;
        if (from.fileSize() > MAX_MEMORY_BYTES) {
          return SaveFile.open(in, saveOptions);
        }
        byte[] bytes = in.readNBytes(MAX_MEMORY_BYTES + 1);
        if (bytes.length > MAX_MEMORY_BYTES) { // The file has grown.
          return SaveFile.open(
              new SequenceInputStream(new ByteArrayInputStream(bytes), in), saveOptions);
        }
        in.close();
        return SaveFile.open(bytes, saveOptions);
      }

      @Override
      public boolean hasNext() {
        while (next == null && results.hasNext()) {
          SaveDecoder.Result result = results.next();
          if (onlyIndex.isPresent() && result.index() > onlyIndex.get()) {
            break;
          } else if (onlyIndex.isEmpty() || result.index() == onlyIndex.get()) {
            next = row(result);
          }
        }
        if (next == null) {
          close();
        }
        return next != null;
      }

      @Override
      public InternalRow next() {
        InternalRow row = hasNext() ? next : null;
        if (row == null) {
          throw new NoSuchElementException();
        }
        next = null;
        return row;
      }

      private @Nullable InternalRow row(SaveDecoder.Result result) {
        Exception problem = result.problem();
        if (problem != null && mode == Options.Mode.FAILFAST) {
          throw SparkExceptions.failFast(path + ": " + result.message(), problem);
        } else if (problem != null && mode == Options.Mode.DROPMALFORMED) {
          return null;
        }
        GenericInternalRow row = new GenericInternalRow(new Object[required.size()]);
        if (index >= 0) {
          row.update(index, result.index());
        }
        if (value >= 0) {
          row.update(value, result.value());
        }
        if (columns != null && result.value() instanceof GenericInternalRow decoded) {
          for (int i = 0; i < columns.length; i++) {
            row.update(i, decoded.values()[columns[i]]);
          }
        }
        if (corrupt >= 0 && problem != null) {
          row.update(corrupt, UTF8String.fromString(result.message()));
        }
        return row;
      }

      /**
       * Closes the file and drops its contents from memory. The task keeps this object until the
       * task ends, and would otherwise keep the memory too.
       */
      void close() {
        results = Collections.emptyIterator();
        SaveFile closing = file;
        InputStream in = stream;
        file = null;
        stream = null;
        try {
          if (closing != null) {
            closing.close();
          }
          if (in != null) {
            in.close();
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
