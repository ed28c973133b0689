export { createHub, type Hub } from "./hub.ts";
export {
  type ClusterChannel,
  type ClusterJoin,
  type ClusterListener,
  type ClusterMember,
  type ClusterMessage,
  type HubCluster,
  type JoinAnswer,
} from "./cluster/hub-cluster.ts";
export { type HubOptions, type HubStats, type HubTrigger, type UserSocket } from "./hub-options.ts";
export { type HubLimits } from "./protocol/limits.ts";
export { RestError } from "./rest/rest-error.ts";
export { type RestAnswer, type RestRequest } from "./rest/rest-request.ts";
export { type Webhook } from "./webhooks/webhook-sender.ts";
export { type WebhookEvent, type WebhookEventName } from "./protocol/webhook-event.ts";
