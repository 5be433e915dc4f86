package io.github.godotvariant.enet;

/**
 * Limits for the resources that clients can use. {@link #DEFAULT} is safe for a server on the
 * Internet.
 *
 * <pre>{@code
 * EnetLimits limits = EnetLimits.builder().peers(100).channels(4).build();
 * }</pre>
 *
 * @param peers maximum number of connected peers, 1 to 4,094
 * @param peersPerAddress maximum number of connected peers of each IPv4 address or IPv6 network of
 *     64 bits
 * @param channels maximum number of channels that a peer gets, 1 to 255. Godot requests 255; fewer
 *     channels make calls on higher channels fail in the client
 * @param packetBytes maximum length of a packet in bytes, 1 to 32 MiB; a longer packet from the
 *     peer ends the connection
 * @param waitingBytes maximum number of bytes in packets and fragments of one peer that wait for
 *     earlier packets or other fragments. The limit must be at least 1.25 times {@code
 *     packetBytes}. A packet or fragment counts 64 bytes more than its data. Commands above this
 *     limit are not acknowledged, so that the client sends them again.
 * @param totalWaitingBytes maximum number of waiting bytes of all peers together, at least {@code
 *     waitingBytes}. All peers share one half of this limit. The other half is divided into equal
 *     parts for {@code peers} peers. The shared half and the part of one peer together must be at
 *     least 1.25 times {@code packetBytes}.
 * @param queuedBytes maximum number of bytes to one peer that wait to be sent or acknowledged, at
 *     least 1.25 times {@code packetBytes}. A command counts 32 bytes more than its data. A peer
 *     that exceeds this limit is disconnected.
 * @param halfOpen maximum number of connections whose client addresses are not verified yet; a
 *     further connection replaces the oldest one
 * @param halfOpenPerAddress maximum number of unverified connections of each IPv4 address or IPv6
 *     network of 64 bits
 * @param connectsPerSecond maximum number of requests to connect that the host answers in a second
 * @param connectsPerAddress maximum number of requests to connect in a second from each IPv4
 *     address or IPv6 network of 64 bits
 * @param datagramsPerAddress maximum number of datagrams in a second from each IPv4 address or IPv6
 *     network of 64 bits; further datagrams are dropped. At most half of this number may be
 *     compressed, not counting requests to connect.
 * @param timeoutSends number of times that a command is sent before {@code timeoutMinMillis}
 *     applies. ENet has the setting "timeout limit" instead, with the value 2 to the power of
 *     {@code timeoutSends - 1}.
 * @param timeoutMinMillis time in milliseconds after which a client is disconnected if it has not
 *     acknowledged a command that was sent {@code timeoutSends} times
 * @param timeoutMaxMillis time in milliseconds after which a client is disconnected if it has not
 *     acknowledged a command. A client is also disconnected if one of its reliable packets waits
 *     for fragments or earlier packets longer than twice this time, plus a millisecond for each 8
 *     bytes of the packet that have arrived.
 * @param disconnectMillis maximum time in milliseconds from the start of a disconnect by this side
 *     to the end of the connection
 */
public record EnetLimits(
    int peers,
    int peersPerAddress,
    int channels,
    int packetBytes,
    int waitingBytes,
    int totalWaitingBytes,
    int queuedBytes,
    int halfOpen,
    int halfOpenPerAddress,
    int connectsPerSecond,
    int connectsPerAddress,
    int datagramsPerAddress,
    int timeoutSends,
    int timeoutMinMillis,
    int timeoutMaxMillis,
    int disconnectMillis) {
  /** Limits with default values. */
  public static final EnetLimits DEFAULT = builder().build();

  /**
   * Creates limits.
   *
   * @throws IllegalArgumentException if a limit is out of range
   */
  public EnetLimits {
    check("peers", peers, 1, 4094);
    check("peersPerAddress", peersPerAddress, 1, Integer.MAX_VALUE);
    check("channels", channels, 1, 255);
    check("packetBytes", packetBytes, 1, 33554432);
    int wholePacket = packetBytes + packetBytes / 4;
    check("waitingBytes", waitingBytes, wholePacket, Integer.MAX_VALUE);
    check("totalWaitingBytes", totalWaitingBytes, waitingBytes, Integer.MAX_VALUE);
    long waitingOfOne =
        totalWaitingBytes - (peers - 1L) * ownWaitingBytes(totalWaitingBytes, peers);
    if (waitingOfOne < wholePacket) {
      throw new IllegalArgumentException(
          "limit totalWaitingBytes is %d and leaves %d bytes for a packet, must leave %d"
              .formatted(totalWaitingBytes, waitingOfOne, wholePacket));
    }
    check("queuedBytes", queuedBytes, wholePacket, Integer.MAX_VALUE);
    check("halfOpen", halfOpen, 1, 4094);
    check("halfOpenPerAddress", halfOpenPerAddress, 1, Integer.MAX_VALUE);
    check("connectsPerSecond", connectsPerSecond, 1, Integer.MAX_VALUE);
    check("connectsPerAddress", connectsPerAddress, 1, Integer.MAX_VALUE);
    check("datagramsPerAddress", datagramsPerAddress, 1, Integer.MAX_VALUE);
    check("timeoutSends", timeoutSends, 1, 31);
    check("timeoutMinMillis", timeoutMinMillis, 1, Integer.MAX_VALUE);
    check("timeoutMaxMillis", timeoutMaxMillis, timeoutMinMillis, Integer.MAX_VALUE);
    check("disconnectMillis", disconnectMillis, 1, Integer.MAX_VALUE);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "limit %s is %d, must be %d to %d".formatted(name, value, min, max));
    }
  }

  /** Returns the number of bytes of {@code totalWaitingBytes} that are reserved for each peer. */
  int ownWaitingBytes() {
    return ownWaitingBytes(totalWaitingBytes, peers);
  }

  private static int ownWaitingBytes(int total, int peers) {
    return total / 2 / peers;
  }

  /** {@return a builder that starts with default values} */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds limits. Each method sets the limit of the same name. */
  public static final class Builder {
    private int peers = 32;
    private int peersPerAddress = 16;
    private int channels = 16;
    private int packetBytes = 1_048_576;
    private int waitingBytes = 2_097_152;
    private int totalWaitingBytes = 67_108_864;
    private int queuedBytes = 4_194_304;
    private int halfOpen = 512;
    private int halfOpenPerAddress = 16;
    private int connectsPerSecond = 500;
    private int connectsPerAddress = 10;
    private int datagramsPerAddress = 2000;
    private int timeoutSends = 6;
    private int timeoutMinMillis = 5000;
    private int timeoutMaxMillis = 30_000;
    private int disconnectMillis = 3000;

    private Builder() {}

    /**
     * Sets {@link EnetLimits#peers()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder peers(int value) {
      peers = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#peersPerAddress()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder peersPerAddress(int value) {
      peersPerAddress = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#channels()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder channels(int value) {
      channels = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#packetBytes()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder packetBytes(int value) {
      packetBytes = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#waitingBytes()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder waitingBytes(int value) {
      waitingBytes = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#totalWaitingBytes()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder totalWaitingBytes(int value) {
      totalWaitingBytes = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#queuedBytes()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder queuedBytes(int value) {
      queuedBytes = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#halfOpen()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder halfOpen(int value) {
      halfOpen = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#halfOpenPerAddress()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder halfOpenPerAddress(int value) {
      halfOpenPerAddress = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#connectsPerSecond()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder connectsPerSecond(int value) {
      connectsPerSecond = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#connectsPerAddress()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder connectsPerAddress(int value) {
      connectsPerAddress = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#datagramsPerAddress()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder datagramsPerAddress(int value) {
      datagramsPerAddress = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#timeoutSends()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder timeoutSends(int value) {
      timeoutSends = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#timeoutMinMillis()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder timeoutMinMillis(int value) {
      timeoutMinMillis = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#timeoutMaxMillis()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder timeoutMaxMillis(int value) {
      timeoutMaxMillis = value;
      return this;
    }

    /**
     * Sets {@link EnetLimits#disconnectMillis()}.
     *
     * @param value the limit
     * @return this builder
     */
    public Builder disconnectMillis(int value) {
      disconnectMillis = value;
      return this;
    }

    /**
     * Creates the limits.
     *
     * @return the limits
     * @throws IllegalArgumentException if a limit is out of range
     */
    public EnetLimits build() {
      return new EnetLimits(
          peers,
          peersPerAddress,
          channels,
          packetBytes,
          waitingBytes,
          totalWaitingBytes,
          queuedBytes,
          halfOpen,
          halfOpenPerAddress,
          connectsPerSecond,
          connectsPerAddress,
          datagramsPerAddress,
          timeoutSends,
          timeoutMinMillis,
          timeoutMaxMillis,
          disconnectMillis);
    }
  }
}
