export { createHub, type Hub } from "./hub.ts";
export { type HubOptions, type HubStats, type HubTrigger } from "./hub-options.ts";
export { type HubLimits } from "./limits.ts";
export { RestError } from "./rest/rest-error.ts";
export { type RestAnswer, type RestRequest } from "./rest/rest-messages.ts";
export { type Webhook } from "./webhook-sender.ts";
export { type WebhookEvent, type WebhookEventName } from "./webhook-event.ts";
