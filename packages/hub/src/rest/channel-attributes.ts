import type { HubApp } from "../app/hub-app.ts";
import { parseChannelName } from "../protocol/channel-name.ts";
import { RestError } from "./rest-error.ts";

export type Attribute = "user_count" | "subscription_count" | "cache";

const known: readonly string[] = ["user_count", "subscription_count", "cache"];

/** Parses `info=user_count,subscription_count`. Throws RestError 400 for an unknown attribute. */
export function parseAttributes(info: string | undefined): readonly Attribute[] {
  const wanted = (info ?? "").split(",").filter((name) => name !== "");
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RestError(400, "info accepts user_count, subscription_count and cache");
  }
  return wanted as Attribute[];
}

/**
 * Returns the attributes of one channel that `info` names. Throws RestError 400 for an unknown
 * attribute.
 */
export function channelAttributes(
  app: HubApp,
  name: string,
  wanted: readonly Attribute[],
): Record<string, unknown> {
  const parsed = parseChannelName(name, app.limits.channelNameLength);
  if (parsed === null) {
    throw new RestError(400, "Invalid channel name");
  }
  const channel = app.channels.get(name);
  const attributes: Record<string, unknown> = {};
  if (wanted.includes("user_count")) {
    if (parsed.kind !== "presence") {
      throw new RestError(400, "Only presence channels have a user_count");
    }
    attributes["user_count"] = channel?.members.size ?? 0;
  }
  if (wanted.includes("subscription_count")) {
    attributes["subscription_count"] = channel?.subscribers.size ?? 0;
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
