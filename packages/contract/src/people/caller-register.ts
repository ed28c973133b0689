import * as z from "zod/mini";

import { givenCallerNumber } from "../calls/caller-number.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { foundCaller, listCallers } from "./caller-profile.ts";

const access = { type: "permission", permission: "admin" } as const;
const params = z.object({ id: z.uuid() });

export const listCallerRegister = endpoint("GET /admin/{id}/callers", {
  id: "listCallerRegister",
  summary: "The station's callers, with the same search as at the desk",
  access,
  params,
  query: z.omit(listCallers.query, { station: true }),
  answer: listCallers.answer,
});

export const addCaller = endpoint("POST /admin/{id}/callers", {
  id: "addCaller",
  summary: "Add a caller who has not called yet, for example to set a flag before the first call",
  access,
  params,
  body: z.object({
    number: givenCallerNumber(z.string().check(z.trim(), z.minLength(3), z.maxLength(32))),
    name: z.string().check(cleaned(), z.maxLength(100)),
  }),
  answer: z.object({ caller: foundCaller }),
  errors: ["conflict"],
});
