package io.github.godotvariant.enet;

/** How a packet is delivered. Each channel delivers packets of all modes. */
public enum EnetDelivery {
  /** Delivers each packet once, in order. Godot's mode "reliable". */
  RELIABLE,
  /**
   * May lose packets, and drops packets that arrive after a later one. Godot's mode "unreliable
   * ordered". ENet sends each packet that would overflow the number of a channel reliably.
   */
  UNRELIABLE,
  /**
   * May lose packets and may change their order. Godot's mode "unreliable". Packets that need
   * fragments are sent as {@link #UNRELIABLE}.
   */
  UNSEQUENCED
}
