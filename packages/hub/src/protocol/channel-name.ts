export type ChannelKind = "public" | "private" | "presence" | "encrypted" | "user";
export interface ChannelName {
  name: string;
  kind: ChannelKind;
  isCache: boolean;
}

/** On these channels the service sends events for one signed-in user. */
export const USER_CHANNEL_PREFIX = "#server-to-user-";

// Longer prefixes come first, because each of them begins with a shorter one.
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

/** Returns the kind of a channel by its name; `null` when the name is invalid. */
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
