package io.github.godotvariant.enet;

/** Decides which clients may connect. */
@FunctionalInterface
public interface EnetAcceptor {
  /**
   * Checks a request. The host calls this method for each CONNECT from an unverified address, which
   * may be forged, and again after the address is verified. Reserve resources only in {@link
   * EnetListener#onConnect}.
   *
   * @param request the request
   * @return true to accept; false to refuse, which the client sees as a failed connection
   */
  boolean accept(EnetConnectRequest request);
}
