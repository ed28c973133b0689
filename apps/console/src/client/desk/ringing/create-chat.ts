import { Chat, type ChatDeps } from "../../chat/chat.ts";
import { createChatAlerts } from "./chat-alerts.ts";
import type { AlertsOptions } from "./start-alerts.ts";

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
