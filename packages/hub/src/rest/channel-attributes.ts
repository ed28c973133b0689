import type { HubApp } from "../app/hub-app.ts";
import type { ClusterChannel } from "../cluster/hub-cluster.ts";
import { type ChannelName, parseChannelName } from "../protocol/channel-name.ts";
import { RestError } from "./rest-error.ts";

export type Attribute = "user_count" | "subscription_count" | "cache";

const known: readonly string[] = ["user_count", "subscription_count", "cache"];

/** Parses `info=user_count,subscription_count`. Throws RestError 400 for an unknown attribute. */
export function parseAttributes(info: string | undefined): readonly Attribute[] {
  const wanted = (info ?? "").split(",").filter((name) => name !== "");
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RestError(400, "info may contain only user_count, subscription_count and cache");
  }
  return wanted as Attribute[];
}

/** Throws RestError 400 for an invalid name. */
export function requireChannelName(app: HubApp, name: string): ChannelName {
  const parsed = parseChannelName(name, app.limits.channelNameLength);
  if (parsed === null) {
    throw new RestError(400, "Invalid channel name");
  }
  return parsed;
}

/**
 * Returns the attributes of one channel that `info` names. Throws RestError 400 for an attribute
 * that the channel does not have.
 */
export function channelAttributes(
  app: HubApp,
  { name, channel }: { name: string; channel: ClusterChannel | null },
  wanted: readonly Attribute[],
): Record<string, unknown> {
  const parsed = requireChannelName(app, name);
  const attributes: Record<string, unknown> = {};
  if (wanted.includes("user_count")) {
    if (parsed.kind !== "presence") {
      throw new RestError(400, "Only presence channels have a user_count");
    }
    attributes["user_count"] = channel?.users ?? 0;
  }
  if (wanted.includes("subscription_count")) {
    attributes["subscription_count"] = channel?.subscribers ?? 0;
  }
  if (wanted.includes("cache") && parsed.isCache) {
    attributes["cache"] = readCache(app, name);
  }
  return attributes;
}

function readCache(app: HubApp, name: string): { data: string; ttl: number } | null {
  const cached = app.channels.cache.get(name);
  if (cached === null) {
    return null;
  }
  return { data: cached.data, ttl: Math.ceil((cached.expiresAt - app.clock.now()) / 1000) };
}
