import * as z from "zod";

import { cleanName } from "@linedesk/contract";
import type { GroupsGap, OidcIdentity } from "../people/people.ts";

const MAX_NAME_LENGTH = 200;
/** RFC 5321 limits an address to this length. */
const MAX_EMAIL_LENGTH = 254;
const MAX_GROUPS = 1_000;
const shownName = z.string().transform(cutName).pipe(z.string().min(1));

const personClaims = z.object({
  // OpenID Connect Core 2 allows at most 255 ASCII characters.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  name: shownName.optional().catch(undefined),
  given_name: shownName.optional().catch(undefined),
  family_name: shownName.optional().catch(undefined),
  preferred_username: shownName.optional().catch(undefined),
  email: z.email().max(MAX_EMAIL_LENGTH).optional().catch(undefined),
  email_verified: z.unknown().optional(),
});
const groupList = z.array(z.string());

export function wantedClaims(groupsClaim: string): string[] {
  return ["name", "email", "email_verified", groupsClaim];
}

/**
 * Returns a claim by its name, or by its path through other claims. Keycloak, for example, sends
 * the roles of a person as `realm_access.roles`.
 */
export function readClaim(claims: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : readWithin(claims, name.split("."));
}

function readWithin(claim: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) {
    return claim;
  }
  const isObject = typeof claim === "object" && claim !== null && Object.hasOwn(claim, name);
  return isObject ? readWithin((claim as Record<string, unknown>)[name], rest) : undefined;
}

/** Returns the person whom the issuer's claims describe. Throws for an invalid `sub`. */
export function readPerson(
  claims: Record<string, unknown>,
  {
    issuer,
    groupsClaim,
    groupsGap,
    emailsVerified,
  }: {
    issuer: string;
    groupsClaim: string;
    /** The reason why the claim is missing, when the issuer has left it out. */
    groupsGap: GroupsGap | null;
    emailsVerified: boolean;
  },
): OidcIdentity {
  const person = personClaims.parse(claims);
  const parts = [person.given_name, person.family_name].filter((part) => part !== undefined);
  const fullName = person.name ?? (parts.length === 0 ? undefined : cutName(parts.join(" ")));
  const name = fullName ?? person.preferred_username ?? person.email ?? "Unnamed";
  return {
    issuer,
    sub: person.sub,
    name,
    // An unverified e-mail address must not give access to another person's permissions.
    email: isVerified(person.email_verified, emailsVerified) ? (person.email ?? null) : null,
    ...(groupsGap === null ? readGroups(claims[groupsClaim]) : { groups: [], groupsGap }),
  };
}

/** Returns all groups, or the reason why they are not known. No claim means no groups. */
function readGroups(claim: unknown): Pick<OidcIdentity, "groups" | "groupsGap"> {
  const groups = groupList.safeParse(claim === undefined ? [] : toList(claim));
  if (!groups.success) {
    return { groups: [], groupsGap: "unreadable" };
  }
  return groups.data.length > MAX_GROUPS
    ? { groups: [], groupsGap: "too_many" }
    : { groups: groups.data, groupsGap: null };
}

/** Some issuers send one group as text, or the list as JSON text. */
function toList(claim: unknown): unknown {
  if (typeof claim !== "string") {
    return claim;
  }
  try {
    const parsed: unknown = JSON.parse(claim);
    return Array.isArray(parsed) ? parsed : [claim];
  } catch {
    // The text is the name of one group.
    return [claim];
  }
}

/** Apple and Amazon Cognito send the text "true" in place of the standard's boolean. */
function isVerified(claim: unknown, emailsVerified: boolean): boolean {
  return claim === true || claim === "true" || (claim === undefined && emailsVerified);
}

/** The name is cut by characters. A first cut by code units limits the time for a long name. */
function cutName(name: string): string {
  return Array.from(cleanName(name).slice(0, 2 * MAX_NAME_LENGTH))
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .toWellFormed();
}
