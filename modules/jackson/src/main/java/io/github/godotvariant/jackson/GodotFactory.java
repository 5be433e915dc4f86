package io.github.godotvariant.jackson;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.io.DataInput;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import tools.jackson.core.FormatFeature;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.Version;
import tools.jackson.core.base.BinaryTSFactory;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.VersionUtil;

/**
 * Creates parsers and generators for Godot's binary format. A factory is immutable and thread-safe.
 * Java serialization is not supported.
 */
public final class GodotFactory extends BinaryTSFactory {
  private static final long serialVersionUID = 1L;

  /** The value of {@link #getFormatName()}. */
  public static final String FORMAT_NAME = "Godot";

  static final Version VERSION =
      VersionUtil.parseVersion(
          GodotFactory.class.getPackage().getImplementationVersion(),
          "io.github.godotvariant",
          "godot-variant-jackson");

  private static final BufferRecycler NO_BUFFERS = new BufferRecycler();

  /** The codec for writing. Its limits do not include Jackson's constraints. */
  @SuppressWarnings("serial") // writeObject always throws
  private final VariantCodec codec;

  /**
   * The codec for reading. Its limits for depth, bytes and strings are at most Jackson's
   * constraints.
   */
  @SuppressWarnings("serial") // writeObject always throws
  private final VariantCodec readCodec;

  /** The pool from which generators take their writers. */
  @SuppressWarnings("serial") // writeObject always throws
  private final WriterPool writers;

  /** Creates a factory for Godot 4 with the default limits and constraints. */
  public GodotFactory() {
    this(builder());
  }

  GodotFactory(GodotFactoryBuilder builder) {
    super(builder);
    codec = builder.codec();
    writers = new WriterPool(codec);
    readCodec = codec.withLimits(stricter(codec.limits(), _streamReadConstraints));
  }

  private GodotFactory(GodotFactory source) {
    super(source);
    codec = source.codec;
    readCodec = source.readCodec;
    writers = source.writers;
  }

  private static ReadLimits stricter(ReadLimits limits, StreamReadConstraints constraints) {
    long maxTextBytes = 3L * constraints.getMaxStringLength();
    long maxBytes =
        constraints.hasMaxDocumentLength() ? constraints.getMaxDocumentLength() : Long.MAX_VALUE;
    return limits
        .withDepth(Math.min(limits.depth(), constraints.getMaxNestingDepth()))
        .withBytes(Math.min(limits.bytes(), maxBytes))
        .withStringBytes((int) Math.min(limits.stringBytes(), maxTextBytes));
  }

  /**
   * Returns a builder with the default settings.
   *
   * @return a new builder
   */
  public static GodotFactoryBuilder builder() {
    return new GodotFactoryBuilder();
  }

  @Override
  public GodotFactoryBuilder rebuild() {
    return new GodotFactoryBuilder(this);
  }

  @Override
  public GodotFactory copy() {
    return new GodotFactory(this);
  }

  /** Returns this factory, because it is immutable. */
  @Override
  public GodotFactory snapshot() {
    return this;
  }

  /**
   * Rejects Java serialization, because codecs do not support it.
   *
   * @param out not used
   * @throws NotSerializableException always
   */
  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(getClass().getName());
  }

  /**
   * Returns the codec that was set in the builder. Its limits do not include Jackson's constraints.
   *
   * @return the codec
   */
  public VariantCodec codec() {
    return codec;
  }

  /** Returns the codec for reading. Its limits include Jackson's constraints. */
  VariantCodec readCodec() {
    return readCodec;
  }

  /** Returns the flags after a feature was enabled or disabled. */
  static int flags(int flags, FormatFeature feature, boolean isEnabled) {
    return isEnabled ? flags | feature.getMask() : flags & ~feature.getMask();
  }

  @Override
  public Version version() {
    return VERSION;
  }

  @Override
  public String getFormatName() {
    return FORMAT_NAME;
  }

  @Override
  public boolean canParseAsync() {
    return false;
  }

  @Override
  public boolean canUseSchema(FormatSchema schema) {
    return false;
  }

  @Override
  public Class<GodotReadFeature> getFormatReadFeatureType() {
    return GodotReadFeature.class;
  }

  @Override
  public Class<GodotWriteFeature> getFormatWriteFeatureType() {
    return GodotWriteFeature.class;
  }

  /**
   * Returns whether a read feature is enabled.
   *
   * @param feature the feature
   * @return true if the feature is enabled
   */
  public boolean isEnabled(GodotReadFeature feature) {
    return feature.enabledIn(_formatReadFeatures);
  }

  /**
   * Returns whether a write feature is enabled.
   *
   * @param feature the feature
   * @return true if the feature is enabled
   */
  public boolean isEnabled(GodotWriteFeature feature) {
    return feature.enabledIn(_formatWriteFeatures);
  }

  @Override
  protected JsonParser _createParser(ObjectReadContext context, IOContext io, InputStream in) {
    return parser(
        context, io, new ValueInput(readCodec, _streamReadConstraints, isFramed(context), in));
  }

  @Override
  protected JsonParser _createParser(
      ObjectReadContext context, IOContext io, byte[] bytes, int from, int length) {
    return parser(
        context,
        io,
        new ValueInput(readCodec, _streamReadConstraints, isFramed(context), bytes, from, length));
  }

  @Override
  protected JsonParser _createParser(ObjectReadContext context, IOContext io, DataInput in) {
    return _createParser(context, io, ValueInput.stream(in));
  }

  private boolean isFramed(ObjectReadContext context) {
    return GodotReadFeature.LENGTH_FRAMED.enabledIn(
        context.getFormatReadFeatures(_formatReadFeatures));
  }

  private GodotParser parser(ObjectReadContext context, IOContext io, ValueInput source) {
    return new GodotParser(
        context,
        io,
        context.getStreamReadFeatures(_streamReadFeatures),
        context.getFormatReadFeatures(_formatReadFeatures),
        source);
  }

  /** Creates a parser for only the next value of a reader. */
  GodotParser parser(ObjectReadContext context, VariantReader reader) {
    return new GodotParser(
        context,
        _createContext(ContentReference.unknown(), false),
        context.getStreamReadFeatures(_streamReadFeatures),
        context.getFormatReadFeatures(_formatReadFeatures),
        reader);
  }

  @Override
  protected JsonGenerator _createGenerator(
      ObjectWriteContext context, IOContext io, OutputStream out) {
    return new GodotGenerator(
        context,
        io,
        context.getStreamWriteFeatures(_streamWriteFeatures),
        context.getFormatWriteFeatures(_formatWriteFeatures),
        writers,
        out);
  }

  /** Creates a generator that writes one value with a writer. */
  GodotGenerator generator(ObjectWriteContext context, VariantWriter writer) {
    return new GodotGenerator(
        context,
        _createContext(ContentReference.unknown(), false),
        context.getStreamWriteFeatures(_streamWriteFeatures),
        context.getFormatWriteFeatures(_formatWriteFeatures),
        writer);
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
  protected <T> T _nonByteTarget() {
    throw new UnsupportedOperationException(
        "Godot's format is binary; use writeValueAsBytes or an OutputStream");
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Jackson's signature
  protected <T> T _nonByteSource() {
    throw new UnsupportedOperationException(
        "Godot's format is binary; read a byte array or an InputStream");
  }

  /** Creates a context without Jackson's buffers, which the parser and the generator do not use. */
  @Override
  protected IOContext _createContext(
      ContentReference content, boolean managed, JsonEncoding encoding) {
    return new IOContext(
        _streamReadConstraints,
        _streamWriteConstraints,
        _errorReportConfiguration,
        NO_BUFFERS,
        content,
        managed,
        encoding);
  }

  @Override
  protected IOContext _createContext(ContentReference content, boolean managed) {
    return _createContext(content, managed, JsonEncoding.UTF8);
  }
}
