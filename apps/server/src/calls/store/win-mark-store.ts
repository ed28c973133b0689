import { sql } from "kysely";
import * as z from "zod";

import { defaultWinRules, findHold, winRules, type WinMark } from "@linedesk/contract";

/**
 * The query reads only the latest wins. Earlier wins do not matter, because one win within the
 * waiting time is enough to exclude a person.
 */
const MOST_WINS = 50;

/** Selects the wins of the caller or the household; `null` for a station without any win. */
export const winsOfCaller = sql<unknown>`(
  select json_build_object(
    'rules', (select json_build_object('household', r.household, 'tiers', r.tiers)
      from prize_rule r where r.station_id = c.station_id),
    'wins', coalesce((
      select json_agg(json_build_object(
        'prize', w.prize_name, 'wonOn', w.won_on, 'valueCents', w.value_cents))
      from (
        select prize_name, won_on, value_cents from wins_of_listener(c.station_id, c.caller_id,
          coalesce(c.number, c.given_number), null, coalesce(
            (select r.household from prize_rule r where r.station_id = c.station_id), true))
        where status <> 'withdrawn'
        order by won_on desc limit ${sql.lit(MOST_WINS)}
      ) w), '[]'))
  where exists (select from prize_win any_win where any_win.station_id = c.station_id))`;

export const holdOfListener = sql<unknown>`(
  select o.hold from prize_listener o
  where o.station_id = c.station_id and o.number = coalesce(c.number, c.given_number))`;

const winsJson = z.object({
  rules: z.nullable(winRules),
  wins: z.array(z.object({ prize: z.string(), wonOn: z.string(), valueCents: z.number() })),
});

export function parseWinMark(value: unknown): WinMark | null {
  if (value === null) {
    return null;
  }
  const { rules, wins } = winsJson.parse(value);
  return findHold(wins, rules ?? defaultWinRules);
}
