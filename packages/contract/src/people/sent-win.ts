import * as z from "zod/mini";

import { stationDay } from "../platform/station-day.ts";

/** The server's request to an outside promotion system: `POST {PROMO_URL}/listeners`. */
export const listenerQuestion = z.object({
  station: z.uuid(),
  number: z.string(),
});
export type ListenerQuestion = z.output<typeof listenerQuestion>;

/** The answer of the promotion system. Further fields are ignored. */
export const listenerAnswer = z.object({
  /** The system's own id of the listener; `null` when it does not know the number. */
  listenerId: z.nullable(z.string().check(z.maxLength(200))),
  /** A win that the system knows and that excludes the listener until a day. */
  hold: z.nullish(
    z.object({
      prize: z.string().check(z.maxLength(200)),
      wonOn: stationDay,
      mayWinOn: stationDay,
    }),
  ),
});
export type ListenerAnswer = z.output<typeof listenerAnswer>;

/** A complete win, sent at each change: `PUT {PROMO_URL}/wins/{id}`. */
export const sentWin = z.object({
  id: z.uuid(),
  /** Counts the changes of the win. An older version never follows a newer one. */
  version: z.number(),
  station: z.uuid(),
  listenerId: z.nullable(z.string()),
  number: z.string(),
  name: z.nullable(z.string()),
  prize: z.object({ id: z.uuid(), name: z.string(), valueCents: z.number() }),
  wonAt: z.string(),
  wonOn: stationDay,
  recordedBy: z.string(),
  status: z.string(),
  /** The reason why the win was recorded although the rules refuse it. */
  exception: z.nullable(z.string()),
  /** The row of the contest log that proves the win. */
  contest: z.nullable(
    z.object({ id: z.uuid(), entry: z.uuid(), place: z.nullable(z.number()), outcome: z.string() }),
  ),
});
export type SentWin = z.output<typeof sentWin>;
