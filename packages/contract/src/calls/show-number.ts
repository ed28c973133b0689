import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { givenCallerNumber } from "./caller-number.ts";

/** The reasons for showing a whole number. */
export const showReasons = ["safety", "prize", "complaint", "technical", "other"] as const;
const showReason = z.enum(showReasons);
export type ShowReason = z.output<typeof showReason>;

export const showNumber = endpoint("POST /caller/number/show", {
  id: "showNumber",
  summary: "The full number that the station masks, for a reason that the audit records",
  access: { type: "permission", permission: "admin" },
  body: z.object({
    station: z.uuid(),
    number: givenCallerNumber(z.string().check(z.maxLength(100))),
    reason: showReason,
    words: z.string().check(z.trim(), z.maxLength(200)),
  }),
  answer: z.object({ numberDisplay: z.string() }),
  errors: ["rate_limited"],
});
