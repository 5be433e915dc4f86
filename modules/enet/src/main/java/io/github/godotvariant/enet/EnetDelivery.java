package io.github.godotvariant.enet;

/** The delivery mode of a packet. Each channel delivers packets of all modes. */
public enum EnetDelivery {
  /** Delivers each packet once, in order. Godot's mode "reliable". */
  RELIABLE,
  /**
   * Loses packets if the network does, and drops packets that arrive after a packet that was sent
   * later. Godot's mode "unreliable ordered". If the next number of the channel would overflow,
   * ENet sends the packet reliably.
   */
  UNRELIABLE,
  /**
   * Loses packets and changes their order if the network does. Godot's mode "unreliable". Packets
   * that need fragments are sent as {@link #UNRELIABLE}.
   */
  UNSEQUENCED
}
