package io.github.godotvariant.enet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A client of the original library, which the program in {@code src/test/native} runs. */
final class LibenetClient implements SimulatedClient, AutoCloseable {
  private static final HexFormat HEX = HexFormat.of();

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;
  private @Nullable Simulation simulation;

  LibenetClient(String program) throws IOException {
    process = new ProcessBuilder(program).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    commands = process.outputWriter(StandardCharsets.US_ASCII);
    answers = process.inputReader(StandardCharsets.US_ASCII);
  }

  /** {@return the path of the program; null if it is not given} */
  static @Nullable String program() {
    return System.getProperty("libenet");
  }

  LibenetClient reset(Simulation next, boolean compresses) {
    simulation = next;
    command("reset 1");
    if (compresses) {
      command("range");
    }
    return this;
  }

  private Simulation simulation() {
    if (simulation == null) {
      throw new IllegalStateException("not reset");
    }
    return simulation;
  }

  private void command(String command) {
    try {
      commands.write(command + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void connect(int channels, int data) {
    command("connect %d %d".formatted(channels, data));
    service();
  }

  @Override
  public void setNumbers(int channel, int sent, int received) {
    command("numbers %d %d 0 %d 0".formatted(channel, sent, received));
  }

  @Override
  public void setGroups(int sent, int received) {
    command("groups %d %d".formatted(sent, received));
  }

  @Override
  public void send(byte[] packet, int channel, EnetDelivery delivery) {
    int flags =
        switch (delivery) {
          case RELIABLE -> 1;
          case UNRELIABLE -> 8;
          case UNSEQUENCED -> 2 | 8;
        };
    command("send %d %d %s".formatted(channel, flags, HEX.formatHex(packet)));
  }

  @Override
  public void receive(byte[] datagram) {
    command("in " + HEX.formatHex(datagram));
  }

  @Override
  public void service() {
    command("time " + simulation().now());
    command("service");
    try {
      commands.flush();
      String answer = answers.readLine();
      while (!answer.equals("done")) {
        onAnswer(answer.split(" ", -1));
        answer = answers.readLine();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void onAnswer(String[] words) {
    switch (words[0]) {
      case "out" -> simulation().toServer(HEX.parseHex(words[1]));
      case "packet" -> {
        int flags = Integer.parseInt(words[2]);
        EnetDelivery delivery =
            (flags & 1) != 0
                ? EnetDelivery.RELIABLE
                : (flags & 2) != 0 ? EnetDelivery.UNSEQUENCED : EnetDelivery.UNRELIABLE;
        simulation().clientReceived(HEX.parseHex(words[3]), Integer.parseInt(words[1]), delivery);
      }
      case "disconnect" -> simulation().clientDisconnected(Integer.parseInt(words[1]));
      default -> {}
    }
  }

  @Override
  public void disconnect(int kind, int data) {
    command("leave %d %d".formatted(kind, data));
  }

  @Override
  public void close() throws IOException {
    commands.close();
    process.destroy();
  }
}
