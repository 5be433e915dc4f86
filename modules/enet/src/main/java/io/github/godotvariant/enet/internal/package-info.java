/** Parts of ENet that the Netty module shares. Not meant for users. */
@NullMarked
package io.github.godotvariant.enet.internal;

import org.jspecify.annotations.NullMarked;
