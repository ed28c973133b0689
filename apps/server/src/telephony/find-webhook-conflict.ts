import { isLoopback } from "../config/is-loopback.ts";
import type { ServiceConfig } from "../config/service-config.ts";

interface OtherServer {
  /** The name of its machine. */
  name: string;
  internalUrl: string;
}

/**
 * Returns an error message when the exchange cannot reach every server. Without WEBHOOK_URL, the
 * exchange requests the internal address of one server, which is on loopback.
 */
export function findWebhookConflict(
  services: readonly Pick<ServiceConfig, "kind" | "webhookUrl" | "apiUrl">[],
  { machine, others }: { machine: string; others: readonly OtherServer[] },
): string | null {
  const local = services.filter(({ kind, webhookUrl }) => kind !== "twilio" && webhookUrl === null);
  if (local.length === 0) {
    return null;
  }
  const remote = others.find(({ name }) => name !== machine);
  if (remote !== undefined) {
    return `A server of this station runs on ${remote.name} too. Set WEBHOOK_URL on each server to one address at which the exchange reaches all of them, such as that of the load balancer.`;
  }
  const far = local.find(({ apiUrl }) => apiUrl !== null && !isLoopback(hostOf(apiUrl)));
  const setting = services.length > 1 ? "EXCHANGES" : "EXCHANGE_URL";
  return far === undefined
    ? null
    : `${setting} ${services.length > 1 ? "contains" : "is"} "${far.apiUrl}", which cannot reach this server on loopback. Set WEBHOOK_URL to an address at which the exchange reaches the servers.`;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** Returns the address of another server of this machine, which answers when this one does not. */
export function findFallbackBase(
  { kind, webhookUrl }: Pick<ServiceConfig, "kind" | "webhookUrl">,
  { machine, others }: { machine: string; others: readonly OtherServer[] },
): string | null {
  const hasOneAddress = kind === "twilio" || webhookUrl !== null;
  const other = hasOneAddress ? undefined : others.find(({ name }) => name === machine);
  return other?.internalUrl ?? null;
}
