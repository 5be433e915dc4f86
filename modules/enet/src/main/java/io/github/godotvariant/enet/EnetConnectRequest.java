package io.github.godotvariant.enet;

import java.net.InetSocketAddress;

/**
 * A request of a client to connect.
 *
 * @param address the address of the client
 * @param data the number that the client sent. Godot sends its peer id, at least 2.
 * @param channels the number of channels that the client requests, 1 to 255
 * @param isVerified whether the client has proven that it receives datagrams at this address
 */
public record EnetConnectRequest(
    InetSocketAddress address, int data, int channels, boolean isVerified) {}
