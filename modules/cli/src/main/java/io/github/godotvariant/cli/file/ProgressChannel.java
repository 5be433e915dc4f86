package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Reads a file, and shows the progress on the terminal. */
final class ProgressChannel implements SeekableByteChannel {
  private final SeekableByteChannel file;
  private final Progress progress;
  private final long size;

  ProgressChannel(SeekableByteChannel file, Progress progress) throws IOException {
    this.file = file;
    this.progress = progress;
    size = file.size();
    progress.start();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int read = file.read(target);
    progress.at(file.position(), size);
    return read;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() throws IOException {
    return file.position();
  }

  @Override
  public SeekableByteChannel position(long newPosition) throws IOException {
    file.position(newPosition);
    progress.start();
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
