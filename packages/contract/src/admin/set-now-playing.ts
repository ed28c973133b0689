import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const line = z.string().check(z.trim(), z.maxLength(200));

export const nowPlaying = z.object({ title: z.string(), artist: z.string(), at: z.string() });
export type NowPlaying = z.output<typeof nowPlaying>;

export const setNowPlaying = endpoint("POST /now_playing/{integration}", {
  id: "setNowPlaying",
  summary:
    "Set the current title; the playout system sends the input's key as `Authorization: Bearer`",
  access: { type: "public" },
  params: z.object({ integration: z.uuid() }),
  /** Two empty texts mean that nothing plays. */
  body: z.object({ title: z._default(line, ""), artist: z._default(line, "") }),
  answer: z.object({ nowPlaying: z.nullable(nowPlaying) }),
  errors: ["not_signed_in"],
});

export const readNowPlaying = endpoint("GET /station/{id}/now_playing", {
  id: "readNowPlaying",
  summary: "The current title; null when no title was set during the last hour",
  access: { type: "permission", permission: "screen" },
  params: z.object({ id: z.uuid() }),
  answer: z.object({ nowPlaying: z.nullable(nowPlaying) }),
});
