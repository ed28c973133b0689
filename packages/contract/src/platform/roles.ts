import * as z from "zod/mini";

export const roles = ["screener", "presenter", "producer", "admin", "owner"] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

/**
 * The permissions of each role. The server enforces this table, and the console offers only the
 * actions that it permits.
 */
export const permissions = {
  screen: roles,
  /** Put a call to air, drop an on-air call, run a conference. */
  air: ["presenter", "producer", "admin", "owner"],
  dial: roles,
  reject: roles,
  /** Reject several calls, open and close lines, ban, record a win, start a contest. */
  desk: ["producer", "admin", "owner"],
  record: ["presenter", "producer", "admin", "owner"],
  recordings: ["producer", "admin", "owner"],
  deleteRecordings: ["admin", "owner"],
  /** The station's admin area, exports, unmasked numbers. */
  admin: ["admin", "owner"],
  /** All stations, new stations, people's roles beyond one station. */
  own: ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** The values for the lowest role that sees full numbers at a station. */
export const numberLimits = ["presenter", "producer", "admin", "owner", "nobody"] as const;
/** The lowest role that sees callers' numbers whole; `null` shows them to everybody. */
export const numbersFrom = z.nullable(z.enum(numberLimits));
export type NumbersFrom = z.output<typeof numbersFrom>;

/** Returns true when a person with the role sees callers' numbers whole. */
export function seesNumbers(held: Role, from: NumbersFrom): boolean {
  return from === null || (from !== "nobody" && roles.indexOf(held) >= roles.indexOf(from));
}

export function may(held: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(held);
}

/**
 * Returns true when the role `held` may grant or revoke the role `given`. Only an owner may change
 * an owner.
 */
export function mayGrant(held: Role, given: Role): boolean {
  return may(held, "own") || !may(given, "own");
}
