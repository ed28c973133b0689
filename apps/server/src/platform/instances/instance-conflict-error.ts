import type { LivingInstance } from "./instance-store.ts";

/**
 * Two servers with different secrets run on one database. The message is for the person who starts
 * the second server.
 */
export class InstanceConflictError extends Error {
  override name = "InstanceConflictError";
  readonly code = "instance_conflict";
}

/**
 * Returns the names of the settings that have different values at the two servers. A setting that
 * only one of two releases knows is not compared.
 */
export function listDifferentSettings(
  own: LivingInstance["secrets"],
  other: LivingInstance["secrets"],
): string[] {
  return Object.keys(own).filter((name) => name in other && own[name] !== other[name]);
}

export function describeConflict(names: readonly string[], other: string): string {
  const [last, ...before] = names.toReversed();
  const list = before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
  const [value, them] = before.length === 0 ? ["another value", "it"] : ["other values", "them"];
  return `This server has ${value} of ${list} than the server on ${other}, which runs on the same database. Copy ${them} from there: linedesk shared-settings prints all of them.`;
}
