package io.github.godotvariant.enet;

/** The delivery mode of a packet. Each channel delivers packets of all modes. */
public enum EnetDelivery {
  /** Delivers each packet once, in order. Godot's mode "reliable". */
  RELIABLE,
  /**
   * Loses packets if the network loses them. Drops a packet that arrives after a packet that was
   * sent later. Godot's mode "unreliable ordered". After 65,535 unreliable packets without a
   * reliable packet on the channel, ENet sends the next packet reliably.
   */
  UNRELIABLE,
  /**
   * Loses packets if the network loses them, and delivers packets in the order of their arrival.
   * Godot's mode "unreliable". Packets that need fragments are sent as {@link #UNRELIABLE}.
   */
  UNSEQUENCED
}
