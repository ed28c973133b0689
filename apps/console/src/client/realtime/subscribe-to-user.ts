import { userChannel, userEvent, userEventNames } from "@linedesk/contract";
import type { Realtime } from "./realtime.ts";

export interface UserSubscriptionOptions {
  user: string;
  realtime: Realtime;
  onRevoked: () => void;
  onSettingsChanged: () => void;
  onContactsChanged: () => void;
  onRightsChanged: () => void;
}

/**
 * Reports the person's events. After a new subscription it reports that all may have changed: these
 * events have no seq, so a lost one leaves no gap. Returns a function that stops it.
 */
export function subscribeToUser(options: UserSubscriptionOptions): () => void {
  let isFirst = true;
  return options.realtime.subscribe(userChannel(options.user), {
    onSubscribed: () => {
      if (!isFirst) {
        options.onSettingsChanged();
        options.onContactsChanged();
        options.onRightsChanged();
      }
      isFirst = false;
    },
    onEvent: (name, data) => {
      if (!userEventNames.has(name)) {
        return;
      }
      const event = userEvent.safeParse(data);
      if (event.data?.type === "session.revoked") {
        options.onRevoked();
      }
      if (event.data?.type === "settings.changed") {
        options.onSettingsChanged();
      }
      if (event.data?.type === "contacts.changed") {
        options.onContactsChanged();
      }
      if (event.data?.type === "rights.changed") {
        options.onRightsChanged();
      }
    },
    onRefused: () => options.onRevoked(),
  });
}
