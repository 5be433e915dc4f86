package io.github.godotvariant.enet;

/** A client in a simulated network. It sends datagrams to {@link Simulation#toServer}. */
interface SimulatedClient {
  /** Starts to connect. */
  void connect(int channels, int data);

  /** Sets the last numbers of a channel after the connection. */
  void setNumbers(int channel, int sent, int received);

  /** Sets the last groups of unsequenced packets. */
  void setGroups(int sent, int received);

  void send(byte[] packet, int channel, EnetDelivery delivery);

  void receive(byte[] datagram);

  /** Processes received datagrams and sends due commands. */
  void service();

  /** 0: acknowledged, 1: now, 2: later. */
  void disconnect(int kind, int data);
}
