package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.godotvariant.engines.LossyNetwork.Conditions;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossyNetworkTest {
  private static final int DATAGRAMS = 100;
  private static final int ANSWERS = 20;
  private static final int QUIET_MILLIS = 500;

  @Test
  void losesSameDatagramsIndependentlyOfAnswers() throws IOException {
    List<Integer> received = receivedByServer(1, false);

    assertThat(received).hasSizeBetween(DATAGRAMS / 2, DATAGRAMS * 3 / 2);
    assertThat(receivedByServer(1, true)).isEqualTo(received);
    assertThat(receivedByServer(2, false)).isNotEqualTo(received);
  }

  @Test
  void throwsExceptionOfSendingOnClose() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    LossyNetwork network = new LossyNetwork(0, Conditions.DIRECT, 1); // port 0 cannot be reached
    try (DatagramSocket client = new DatagramSocket(0, loopback)) {
      client.send(new DatagramPacket(new byte[1], 1, loopback, network.port()));
      Thread.sleep(QUIET_MILLIS);
      assertThatIOException()
          .isThrownBy(network::close)
          .withMessage("the network could not send a datagram");
    }
  }

  /** Returns the numbers of the datagrams from a client that reach a server. */
  private static List<Integer> receivedByServer(long seed, boolean isAnswered) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<Integer> received = new ArrayList<>();
    try (DatagramSocket server = new DatagramSocket(0, loopback);
        DatagramSocket client = new DatagramSocket(0, loopback);
        LossyNetwork network =
            new LossyNetwork(
                server.getLocalPort(), Conditions.LOSS_OF_20_PERCENT_WITH_DUPLICATES, seed)) {
      server.setSoTimeout(QUIET_MILLIS);
      client.setSoTimeout(QUIET_MILLIS);
      byte[] bytes = new byte[1];
      DatagramPacket packet = new DatagramPacket(bytes, 1);
      for (int i = 0; i < DATAGRAMS; i++) {
        bytes[0] = (byte) i;
        client.send(new DatagramPacket(bytes, 1, loopback, network.port()));
        if (isAnswered && i == DATAGRAMS / 2) {
          server.receive(packet);
          received.add((int) bytes[0]);
          for (int answer = 0; answer < ANSWERS; answer++) {
            server.send(packet);
          }
          client.receive(packet); // so that an answer arrives before the next datagram is sent
        }
      }
      while (true) {
        server.receive(packet);
        received.add((int) bytes[0]);
      }
    } catch (SocketTimeoutException e) {
      return received;
    }
  }
}
