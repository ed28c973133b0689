import { noLeaves, noTakes } from "../src/client/actions/bind-takes.ts";
import type { QueueRowView } from "../src/features/queue/queue-filter.ts";
import { aCall, ago, bob, flag, me } from "./a-call.ts";
import { aRow, person, ready } from "./a-row.ts";

const longName = "Wilhelmina Featherstonehaugh-Papadopoulos van der Merwe";

/** Long, rare and awkward values that a row must show. */
export const hardRows: QueueRowView[] = [
  aRow(
    aCall({
      n: 41,
      waitS: 7261,
      desk: ready,
      next: true,
      priority: true,
      description:
        "Wants to talk about the proposed changes to the timetable of the Blue Mountains line and what they mean for her garden",
      caller: {
        ...person(701, longName, "Upper Coomera North Extension via Woolgoolga"),
        flags: [flag("vip"), flag("regular")],
      },
    }),
    "next",
  ),
  aRow(
    aCall({
      n: 42,
      waitS: 3599,
      caller: {
        ...person(702, "Jo", "Manly"),
        warning: {
          kind: "banned",
          reason: "threatened a presenter on 4 July, police have been told, do not put to air",
        },
      },
    }),
    "ringing",
  ),
  aRow(
    {
      ...aCall({ n: 43, waitS: 2, caller: person(703, "Bo Li", "Ryde") }),
      contest: { place: 10, callerCount: 10, outcome: "winner" },
      win: { prize: "Fuel card", wonOn: "2026-11-03", mayWinOn: "2026-12-04" },
    },
    "ringing",
    { pending: true },
  ),
  aRow(
    aCall({ n: 44, waitS: 50, claimedBy: bob, caller: person(704, longName, "Dee Why") }),
    "claimed",
    {
      with: { name: "Bob", line: "line1" },
    },
  ),
  aRow(
    {
      ...aCall({
        n: 45,
        waitS: 500,
        desk: { status: "on_air", holder: me, since: ago(75) },
        caller: person(705, "Noor Haddad", "Auburn"),
        description: "light rail noise after midnight",
      }),
      programmeAudible: true,
    },
    "on_air",
    { with: { name: "You", line: "line1" }, mine: true },
  ),
  aRow(
    aCall({
      n: 46,
      waitS: 133,
      desk: { status: "screening", holder: me, since: ago(133) },
      caller: person(706, "Mia Costa", "Leichhardt"),
    }),
    "on_line",
    { with: { name: "You", line: "line1" }, mine: true },
  ),
  aRow(aCall({ n: 47, waitS: 20, caller: person(707, "Ivan Petrov", "Coogee") }), "ended", {
    takes: noTakes,
    leaves: noLeaves,
  }),
];

/** The list is longer than the list of any station. */
export const manyRows: QueueRowView[] = Array.from({ length: 1000 }, (_, i) =>
  aRow(
    aCall({
      n: 10_000 + i,
      waitS: 5 * i,
      description: i % 3 === 0 ? "council rates" : "",
      caller: person(i, `Caller ${i + 1}`, "Sydney"),
    }),
    "ringing",
  ),
);
