export type ChannelKind = "public" | "private" | "presence" | "encrypted" | "user";
export interface ChannelName {
  name: string;
  kind: ChannelKind;
  isCache: boolean;
}

/** Where the service sends what is meant for one signed-in user. */
export const USER_CHANNEL_PREFIX = "#server-to-user-";

// Longer prefixes first: each begins with one that stands further down.
const prefixes: readonly [string, ChannelKind, boolean][] = [
  ["private-encrypted-cache-", "encrypted", true],
  ["private-encrypted-", "encrypted", false],
  ["private-cache-", "private", true],
  ["private-", "private", false],
  ["presence-cache-", "presence", true],
  ["presence-", "presence", false],
  ["cache-", "public", true],
];

const allowed = /^[A-Za-z0-9_\-=@,.;]+$/;

/** Says what a channel is by its name; null when the name is not allowed. */
export function parseChannelName(name: string, maxLength: number): ChannelName | null {
  if (name.length === 0 || name.length > maxLength) {
    return null;
  }
  if (name.startsWith(USER_CHANNEL_PREFIX)) {
    return name.length > USER_CHANNEL_PREFIX.length ? { name, kind: "user", isCache: false } : null;
  }
  if (!allowed.test(name)) {
    return null;
  }
  const match = prefixes.find(([prefix]) => name.startsWith(prefix));
  return { name, kind: match?.[1] ?? "public", isCache: match?.[2] ?? false };
}
