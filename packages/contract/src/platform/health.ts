import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";

/** The state of a part that calls need. */
export const partState = z.enum(["up", "down"]);
export type PartState = z.output<typeof partState>;

/** The state of the OpenID Connect issuer, which people need to sign in. */
export const issuerState = z.enum(["up", "unreachable", "untrusted", "wrong"]);
export type IssuerState = z.output<typeof issuerState>;

export const stationHealth = endpoint("GET /health", {
  id: "stationHealth",
  summary: "Status and version of the station, and whether people can sign in; always 200",
  access: { type: "public" },
  answer: z.object({
    status: z.enum(["ready", "not_ready"]),
    version: z.string(),
    /** The issuer of the sign-in; `null` with the embedded issuer, and before the first check. */
    issuer: z.nullable(issuerState),
  }),
});
