import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/is-loopback.ts";

interface OtherServer {
  /** The name of its machine. */
  name: string;
  internalUrl: string;
}

/**
 * Returns a sentence when the exchange cannot reach every server. Without WEBHOOK_URL it requests
 * the internal address of one server, which is on loopback.
 */
export function findWebhookConflict(
  { kind, webhookUrl, apiUrl }: Pick<Config["telephony"], "kind" | "webhookUrl" | "apiUrl">,
  { machine, others }: { machine: string; others: readonly OtherServer[] },
): string | null {
  if (kind === "twilio" || webhookUrl !== null) {
    return null;
  }
  const remote = others.find(({ name }) => name !== machine);
  if (remote !== undefined) {
    return `A server of this station runs on ${remote.name} too. Set WEBHOOK_URL on each server to one address at which the exchange reaches all of them, such as that of the load balancer.`;
  }
  const host = apiUrl === null ? null : new URL(apiUrl).hostname.replace(/^\[|\]$/g, "");
  return host === null || isLoopback(host)
    ? null
    : `EXCHANGE_URL is "${apiUrl}", which cannot reach this server on loopback. Set WEBHOOK_URL to an address at which the exchange reaches the servers.`;
}

/** Returns the address of another server of this machine, which answers when this one does not. */
export function findFallbackBase(
  { kind, webhookUrl }: Pick<Config["telephony"], "kind" | "webhookUrl">,
  { machine, others }: { machine: string; others: readonly OtherServer[] },
): string | null {
  const hasOneAddress = kind === "twilio" || webhookUrl !== null;
  const other = hasOneAddress ? undefined : others.find(({ name }) => name === machine);
  return other?.internalUrl ?? null;
}
