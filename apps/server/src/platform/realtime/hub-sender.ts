import type { Hub } from "@linedesk/hub";
import type { Logger } from "../logger.ts";
import type { NumberSeal } from "../number-seal.ts";
import type { ReadRow } from "./outbox-store.ts";
import { findEndedUser, toWires } from "./sender.ts";

export interface HubSenderDeps {
  hub: Pick<Hub, "trigger" | "terminateUser">;
  log: Logger;
  numberSeal: NumberSeal;
  /** Is called on only one of several servers. */
  onEnded: (userId: string) => void;
}

/**
 * Sends rows to the sockets of this server, and ends the sockets of users whose session or
 * permission has ended. An event that exceeds a limit of the hub is skipped; the consoles
 * detect the missing event and request a snapshot.
 */
export function createHubSender({ hub, log, numberSeal, onEnded }: HubSenderDeps) {
  return (rows: readonly ReadRow[]): void => {
    for (const row of rows) {
      try {
        for (const { channel: channels, name, data } of toWires(row, numberSeal)) {
          hub.trigger({ channels, name, data });
        }
      } catch (err) {
        log.error({ err, event: row.event, channel: row.channel }, "realtime hub refused event");
      }
      const ended = findEndedUser(row.channel, row.event);
      if (ended !== null) {
        hub.terminateUser(ended);
        if (row.isFirst) {
          onEnded(ended);
        }
      }
    }
  };
}
