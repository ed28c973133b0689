import * as z from "zod";

import type { OidcIdentity } from "../people/people.ts";

const MAX_NAME_LENGTH = 200;
/** RFC 5321 limits an address to this length. */
const MAX_EMAIL_LENGTH = 254;
const MAX_GROUPS = 1_000;
/** These characters reverse text or are invisible, so one name could look like another. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`;
/** In these scripts a joiner changes the shape of the letters beside it, so it is kept. */
const JOINED = ["Arab", "Syrc", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"]
  .concat(["Mlym", "Sinh", "Khmr", "Mymr", "Mong"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const NEEDED = [
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{EMod}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
];
const NEEDED_OR_UNSEEN = new RegExp([...NEEDED, `(${UNSEEN})`].join("|"), "gu");

const shownName = z.string().transform(cleanName).pipe(z.string().min(1));

const personClaims = z.object({
  // OpenID Connect Core 2 allows at most 255 ASCII characters.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  name: shownName.optional().catch(undefined),
  preferred_username: shownName.optional().catch(undefined),
  email: z.email().max(MAX_EMAIL_LENGTH).optional().catch(undefined),
  email_verified: z.unknown().optional(),
});
const groupNames = z
  .union([z.array(z.string()).max(MAX_GROUPS), z.string().transform((group) => [group])])
  .catch([]);

export function wantedClaims(groupsClaim: string): string[] {
  return ["name", "email", "email_verified", groupsClaim];
}

/** Returns the person of an ID token. Throws for an invalid `sub`. */
export function readPerson(
  claims: Record<string, unknown>,
  {
    issuer,
    groupsClaim,
    emailsVerified,
  }: { issuer: string; groupsClaim: string; emailsVerified: boolean },
): OidcIdentity {
  const person = personClaims.parse(claims);
  const name = person.name ?? person.preferred_username ?? person.email ?? "Unnamed";
  return {
    issuer,
    sub: person.sub,
    name,
    // An unverified e-mail address must not give access to another person's permissions.
    email: isVerified(person.email_verified, emailsVerified) ? (person.email ?? null) : null,
    groups: groupNames.parse(claims[groupsClaim]),
  };
}

/** Accepts only a boolean, as the standard demands, not the text "true" or "false". */
function isVerified(claim: unknown, emailsVerified: boolean): boolean {
  return claim === true || (claim === undefined && emailsVerified);
}

/** Keeps only characters that can be stored and shown: no control characters or lone surrogates. */
function cleanName(name: string): string {
  const shown = name
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(NEEDED_OR_UNSEEN, (found, unseen?: string) => (unseen === undefined ? found : ""))
    .toWellFormed()
    .trim();
  // The name is cut by characters. A first cut by code units limits the time for a long name.
  return Array.from(shown.slice(0, 2 * MAX_NAME_LENGTH))
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .toWellFormed();
}
