import * as z from "zod/mini";

export const roles = ["screener", "presenter", "producer", "admin", "owner"] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

/** What a role may do: one table, enforced by the server and drawn by the console. */
export const permissions = {
  screen: roles,
  /** Take to air, drop an on-air call, run a conference. */
  air: ["presenter", "producer", "admin", "owner"],
  dial: roles,
  reject: roles,
  /** Bulk reject, open and close lines, ban, record a win, start a contest. */
  desk: ["producer", "admin", "owner"],
  record: ["presenter", "producer", "admin", "owner"],
  recordings: ["producer", "admin", "owner"],
  deleteRecordings: ["admin", "owner"],
  /** The station's admin area, exports, unmasking numbers. */
  admin: ["admin", "owner"],
  /** All stations, new stations, people's roles beyond one station. */
  own: ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** From which role on numbers may be shown whole, where not to everybody. */
export const numberLimits = ["presenter", "producer", "admin", "owner", "nobody"] as const;
/** From which role on a station shows callers' numbers whole; null shows them to everybody. */
export const numbersFrom = z.nullable(z.enum(numberLimits));
export type NumbersFrom = z.output<typeof numbersFrom>;

/** Whether who holds the role sees callers' numbers whole. */
export function seesNumbers(held: Role, from: NumbersFrom): boolean {
  return from === null || (from !== "nobody" && roles.indexOf(held) >= roles.indexOf(from));
}

/** Whether the role's row of the table has the permission. */
export function may(held: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(held);
}

/** Whether who holds one role may give or take the other: who owns all may, others no owner. */
export function mayGrant(held: Role, given: Role): boolean {
  return may(held, "own") || !may(given, "own");
}
