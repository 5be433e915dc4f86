/**
 * ENet 1.3, the protocol of Godot's {@code ENetMultiplayerPeer}, as a server and as a client,
 * without I/O. {@link io.github.godotvariant.enet.EnetHost} is the server side. The host processes
 * received datagrams, and passes the datagrams to send to a {@link
 * io.github.godotvariant.enet.DatagramSink}. {@link io.github.godotvariant.enet.EnetClient} is the
 * client side, for tests and bots.
 *
 * <pre>{@code
 * EnetHost host =
 *     EnetHost.builder(
 *             this::send,
 *             new EnetListener() {
 *               @Override
 *               public void onPacket(
 *                   EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
 *                 peer.send(packet, channel, delivery);
 *               }
 *             })
 *         .limits(EnetLimits.builder().peers(100).build())
 *         .build();
 * }</pre>
 *
 * <p>{@link io.github.godotvariant.enet.EnetLimits} bounds the memory, the CPU time and the replies
 * that clients and forged addresses can cause. Authenticate players in a layer above: ids of
 * clients and addresses are not secrets, and datagrams are not encrypted.
 */
@NullMarked
package io.github.godotvariant.enet;

import org.jspecify.annotations.NullMarked;
