import * as z from "zod";

import { isSecureOrLoopback } from "../config/is-loopback.ts";

type Claims = Record<string, unknown>;

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1_000_000;
/** Entra's tokens name a host that Microsoft has shut down. Microsoft Graph has the same list. */
const RETIRED_GRAPH = "graph.windows.net";
const GRAPH_GROUPS = "https://graph.microsoft.com/v1.0/me/getMemberObjects";

const names = z.record(z.string(), z.string());
const sources = z.record(
  z.string(),
  z.object({ endpoint: z.url(), access_token: z.string().optional() }),
);
const list = z.array(z.unknown());

/**
 * Returns true when the issuer refers to another endpoint for the claim (OpenID Connect Core
 * 5.6.2).
 */
export function isNamedElsewhere(claims: Claims, claim: string): boolean {
  const isNamed = names.safeParse(claims["_claim_names"]).data?.[claim] !== undefined;
  return isNamed || (claim === "groups" && [true, "true"].includes(claims["hasgroups"] as boolean));
}

/**
 * Requests the groups from the endpoint that the claims name. Returns `undefined` when they name
 * none. Throws when the endpoint does not send the whole list.
 */
export async function fetchGroups(
  claims: Claims,
  claim: string,
  accessToken: string,
): Promise<unknown> {
  const source = names.safeParse(claims["_claim_names"]).data?.[claim] ?? "";
  const found = sources.safeParse(claims["_claim_sources"]).data?.[source];
  if (found === undefined) {
    return undefined;
  }
  const url = new URL(found.endpoint);
  const endpoint = url.hostname === RETIRED_GRAPH ? GRAPH_GROUPS : url.href;
  if (!isSecureOrLoopback(endpoint)) {
    throw new Error("The endpoint of the groups must have an https address");
  }
  const isGraph = endpoint.endsWith("/getMemberObjects");
  const response = await fetch(endpoint, {
    method: isGraph ? "POST" : "GET",
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: `Bearer ${found.access_token ?? accessToken}`,
      accept: "application/json",
      ...(isGraph ? { "content-type": "application/json" } : {}),
    },
    ...(isGraph ? { body: JSON.stringify({ securityEnabledOnly: false }) } : {}),
  });
  const text = await response.text();
  if (!response.ok || text.length > MOST_BYTES) {
    throw new Error(`The endpoint of the groups answered ${response.status}`);
  }
  return readAnswer(JSON.parse(text), claim);
}

function readAnswer(answer: unknown, claim: string): unknown {
  const fields = z.record(z.string(), z.unknown()).parse(answer);
  if (fields["@odata.nextLink"] !== undefined) {
    throw new Error("The endpoint of the groups sent only a part of them");
  }
  return list.parse(fields[claim] ?? fields["value"]);
}
