import * as z from "zod/mini";

import { call } from "./calls.ts";
import { endpoint } from "./endpoint.ts";

/** Edits go by call, so that a withheld number can be named too; live calls of the caller change. */
export const nameCaller = endpoint({
  id: "nameCaller",
  method: "POST",
  path: "/caller/name",
  summary: "What the caller is called",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), name: z.string().check(z.maxLength(100)) }),
  answer: z.object({ call }),
  errors: ["not_found"],
});

export const placeCaller = endpoint({
  id: "placeCaller",
  method: "POST",
  path: "/caller/location",
  summary: "Where the caller is",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), location: z.string().check(z.maxLength(100)) }),
  answer: z.object({ call }),
  errors: ["not_found"],
});
