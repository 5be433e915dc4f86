/** Rate limits that the Netty module also uses. Not meant for users. */
@NullMarked
package io.github.godotvariant.enet.internal;

import org.jspecify.annotations.NullMarked;
