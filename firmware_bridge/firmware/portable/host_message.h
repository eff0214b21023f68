/* Whether a payload is a message of the host. PROTOCOL.md section 4. */
#ifndef HOST_MESSAGE_H
#define HOST_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

/* A known kind, its very length, every value in range: there are no partly good messages. */
bool host_message_is_whole(const uint8_t *payload, uint8_t count);

#endif
