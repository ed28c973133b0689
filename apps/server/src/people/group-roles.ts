import { role, type Role } from "@linedesk/contract";
import { ConfigError } from "../config/config.ts";

export interface GroupRole {
  group: string;
  callSign: string | null;
  role: Role;
}

/**
 * A comma between double quotes belongs to the name of a group. Names in a directory contain
 * commas.
 */
const PAIRS = /(?:"[^"]*"|[^",])+|"/g;

/**
 * Reads `OIDC_ROLES`: `group=CALLSIGN:role` pairs, separated by commas. The call sign `*` means
 * every station. Throws `ConfigError` with the invalid pair.
 */
export function parseGroupRoles(text: string | null): GroupRole[] {
  return ((text ?? "").match(PAIRS) ?? [])
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map((pair) => {
      const match = /^(.+)=([^=:]+):([a-z]+)$/.exec(pair.replace(/^"([^"]+)"(?==)/, "$1"));
      const held = role.safeParse(match?.[3]);
      if (match === null || !held.success) {
        throw new ConfigError(
          `OIDC_ROLES has "${pair}": it must be a group, a station and a role, such as news=2ZZ:screener. A group with a comma needs double quotes.`,
        );
      }
      const [, group = "", station = ""] = match;
      return { group, callSign: station === "*" ? null : station.toUpperCase(), role: held.data };
    });
}
