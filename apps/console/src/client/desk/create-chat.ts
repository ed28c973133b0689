import { Chat, type ChatDeps } from "../chat/chat.ts";
import { createChatAlerts } from "./chat-alerts.ts";
import type { AlertsOptions } from "./start-alerts.ts";

/** The chat of this page, which tells of messages as the page tells of callers. */
export function createChat(
  alerts: AlertsOptions,
  given: Pick<ChatDeps, "http" | "subscribe" | "onSettingsChanged">,
): Chat {
  return new Chat({
    ...given,
    store: alerts.store,
    schedule: alerts.timers.schedule,
    now: Date.now,
    newKey: () => crypto.randomUUID(),
    onMessage: createChatAlerts(alerts),
  });
}
