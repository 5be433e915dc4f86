/* libenet as a client with a clock and a network that a test controls. Needs Debian's libenet-dev.
 *
 *   cc -O1 -Wall -o libenet_client libenet_client.c -lenet
 *   mvn -pl modules/enet -am test -Dlibenet=/path/to/libenet_client
 *
 * Reads one command from each line of the standard input:
 *
 *   reset SEED             starts with a new host and clock 0
 *   range                  turns the range coder on
 *   connect CHANNELS DATA
 *   time MILLIS            sets the clock
 *   in HEX                 receives a datagram
 *   service                prints datagrams and events, and then "done"
 *   send CHANNEL FLAGS HEX
 *   numbers CHANNEL OUT_RELIABLE OUT_UNRELIABLE IN_RELIABLE IN_UNRELIABLE
 *   groups OUT IN          IN must be a multiple of 1024
 *   leave KIND DATA        0: disconnect, 1: now, 2: later
 */
#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DATAGRAM 4096
#define MAX_LINE (1 << 22)
#define MAX_INBOX 4096

static enet_uint32 now;
static ENetAddress server;
static struct { size_t length; enet_uint8 bytes[MAX_DATAGRAM]; } inbox[MAX_INBOX];
static size_t inbox_start, inbox_end;
static char line[MAX_LINE];
static enet_uint8 packet[MAX_LINE / 2];

static void print_hex(const enet_uint8 *bytes, size_t length) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++) {
    putchar(digits[bytes[i] >> 4]);
    putchar(digits[bytes[i] & 15]);
  }
}

static int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static size_t parse_hex(const char *text, enet_uint8 *out) {
  size_t length = 0;
  while (digit(text[2 * length]) >= 0) {
    out[length] = (enet_uint8)(digit(text[2 * length]) << 4 | digit(text[2 * length + 1]));
    length++;
  }
  return length;
}

/* These functions replace those of the library. */

enet_uint32 enet_time_get(void) { return now; }

int enet_socket_send(
    ENetSocket socket, const ENetAddress *address, const ENetBuffer *buffers, size_t count) {
  (void)socket;
  (void)address;
  int length = 0;
  fputs("out ", stdout);
  for (size_t i = 0; i < count; i++) {
    print_hex(buffers[i].data, buffers[i].dataLength);
    length += (int)buffers[i].dataLength;
  }
  putchar('\n');
  return length;
}

int enet_socket_receive(
    ENetSocket socket, ENetAddress *address, ENetBuffer *buffers, size_t count) {
  (void)socket;
  (void)count;
  if (inbox_start == inbox_end) {
    inbox_start = inbox_end = 0;
    return 0;
  }
  *address = server;
  memcpy(buffers[0].data, inbox[inbox_start].bytes, inbox[inbox_start].length);
  return (int)inbox[inbox_start++].length;
}

static void service(ENetHost *host) {
  ENetEvent event;
  while (enet_host_service(host, &event, 0) > 0) {
    if (event.type == ENET_EVENT_TYPE_CONNECT) {
      puts("connect");
    } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
      printf("disconnect %u\n", event.data);
    } else {
      printf("packet %d %u ", event.channelID, event.packet->flags);
      print_hex(event.packet->data, event.packet->dataLength);
      putchar('\n');
      enet_packet_destroy(event.packet);
    }
  }
  puts("done");
  fflush(stdout);
}

int main(void) {
  ENetHost *host = NULL;
  ENetPeer *peer = NULL;
  if (enet_initialize()) {
    return 2;
  }
  enet_address_set_host_ip(&server, "127.0.0.1");
  server.port = 7000;
  while (fgets(line, sizeof line, stdin)) {
    unsigned a, b, c, d, e;
    int at = 0;
    if (sscanf(line, "reset %u", &a) == 1) {
      if (host) {
        enet_host_destroy(host);
      }
      now = 0;
      inbox_start = inbox_end = 0;
      host = enet_host_create(NULL, 1, 0, 0, 0);
      if (!host) {
        return 3;
      }
      host->randomSeed = a;
    } else if (!strncmp(line, "range", 5)) {
      enet_host_compress_with_range_coder(host);
    } else if (sscanf(line, "connect %u %u", &a, &b) == 2) {
      peer = enet_host_connect(host, &server, a, b);
    } else if (sscanf(line, "time %u", &a) == 1) {
      now = a;
    } else if (!strncmp(line, "in ", 3)) {
      if (inbox_end < MAX_INBOX) {
        inbox[inbox_end].length = parse_hex(line + 3, inbox[inbox_end].bytes);
        inbox_end++;
      }
    } else if (!strncmp(line, "service", 7)) {
      service(host);
    } else if (sscanf(line, "send %u %u %n", &a, &b, &at) == 2 && at) {
      size_t length = parse_hex(line + at, packet);
      enet_peer_send(peer, a, enet_packet_create(packet, length, b));
    } else if (sscanf(line, "numbers %u %u %u %u %u", &a, &b, &c, &d, &e) == 5) {
      peer->channels[a].outgoingReliableSequenceNumber = b;
      peer->channels[a].outgoingUnreliableSequenceNumber = c;
      peer->channels[a].incomingReliableSequenceNumber = d;
      peer->channels[a].incomingUnreliableSequenceNumber = e;
    } else if (sscanf(line, "groups %u %u", &a, &b) == 2) {
      peer->outgoingUnsequencedGroup = a;
      peer->incomingUnsequencedGroup = b;
    } else if (sscanf(line, "leave %u %u", &a, &b) == 2) {
      if (a == 0) {
        enet_peer_disconnect(peer, b);
      } else if (a == 1) {
        enet_peer_disconnect_now(peer, b);
      } else {
        enet_peer_disconnect_later(peer, b);
      }
    }
  }
  return 0;
}
