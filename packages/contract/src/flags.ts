import * as z from "zod/mini";

import { call, flagKind } from "./calls.ts";
import { endpoint } from "./endpoint.ts";

/** A label of a station on callers [FL1]. */
export const stationFlag = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.string(),
  kind: flagKind,
  hiddenByDefault: z.boolean(),
});
export type StationFlag = z.output<typeof stationFlag>;

export const listFlags = endpoint({
  id: "listFlags",
  method: "GET",
  path: "/station/{id}/flags",
  summary: "The station's flags, by name",
  access: { type: "permission", permission: "screen" },
  params: z.object({ id: z.uuid() }),
  answer: z.array(stationFlag),
});

/** By call, as every edit of a caller: who withholds the number can be flagged too. */
export const flagCaller = endpoint({
  id: "flagCaller",
  method: "POST",
  path: "/caller/flag",
  summary: "Sets or removes a flag on the caller of a call, with its reason",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    flag: z.uuid(),
    carried: z.boolean(),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  answer: z.object({ call }),
  errors: ["not_found"],
});
