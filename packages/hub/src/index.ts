export { createHub, type Hub } from "./hub.ts";
export { type HubOptions, type HubStats, type HubTrigger, type UserSocket } from "./hub-options.ts";
export { type HubLimits } from "./protocol/limits.ts";
export { RestError } from "./rest/rest-error.ts";
export { type RestAnswer, type RestRequest } from "./rest/rest-request.ts";
export { type Webhook } from "./webhooks/webhook-sender.ts";
export { type WebhookEvent, type WebhookEventName } from "./protocol/webhook-event.ts";
