package io.github.godotvariant.save;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file of {@link FaultyFiles}. A write that fails writes half of its bytes first. */
final class FaultyChannel extends FileChannel {
  private final FaultyFiles files;
  private final FileChannel real;

  FaultyChannel(FaultyFiles files, FileChannel real) {
    this.files = files;
    this.real = real;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    files.step();
    return real.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    files.step();
    return real.read(targets, offset, length);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    try {
      files.step();
    } catch (IOException e) {
      ByteBuffer half = source.duplicate();
      half.limit(half.position() + half.remaining() / 2);
      real.write(half);
      throw e;
    }
    return real.write(source);
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    files.step();
    return real.write(sources, offset, length);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long offset) throws IOException {
    files.step();
    real.position(offset);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    files.step();
    real.truncate(size);
    return this;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    files.step();
    real.force(metaData);
  }

  @Override
  public long transferTo(long offset, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long offset, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int read(ByteBuffer target, long offset) throws IOException {
    files.step();
    return real.read(target, offset);
  }

  @Override
  public int write(ByteBuffer source, long offset) throws IOException {
    files.step();
    return real.write(source, offset);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long offset, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long offset, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long offset, long size, boolean shared) throws IOException {
    files.step();
    return real.tryLock(offset, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
    files.recordClose();
    files.step();
  }
}
