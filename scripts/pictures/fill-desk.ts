import type { Browser, Page } from "@playwright/test";
import { Client } from "pg";

import { ring, type SipListener, type Station } from "@linedesk/testkit";
import { callApi, myStations } from "../../e2e/support/api.ts";
import { openContext } from "../../e2e/support/browser.ts";
import { answer, lineCard, openDesk, type Person, queueRow } from "../../e2e/support/desk.ts";
import { expect } from "./expect.ts";

interface Caller {
  from: string;
  /** The caller's display name, for a number that the station does not know. */
  name?: string;
  to?: string;
  point?: string;
}

const main = "+61255500101";

/** The callers in the order of their calls. The station knows most of them. */
const callers: Caller[] = [
  { from: "+61491570156", point: "bus lanes on Parramatta Road" },
  { from: "+61491570157", point: "council rates, angry but clear" },
  { from: "+61491570159", point: "light rail noise after midnight" },
  { from: "+61491570110", point: "night market permits" },
  { from: "+61491570158", point: "school crossing on the highway" },
  { from: "anonymous", to: main },
  { from: "+61491570313", to: "+61255500104", point: "saw the fire from the ridge" },
  { from: "+61270104456" },
];

/** The callers who were answered at this desk and at another, and the unattended caller. */
const [, mine, elsewhere, , left] = ["Priya Nair", "Tom Walsh", "Jack O'Brien", "", "Mia Rossi"];
const warned = { number: "+61491570110", reason: "hoax on air, 12 Nov" };

export interface FullDesk {
  /** The caller whom this desk's operator must answer. */
  mine: string;
  /** A waiting caller who has called before. */
  known: string;
  /** A waiting caller on the priority line. */
  priority: string;
  close(): Promise<void>;
}

export interface DeskPlace {
  station: Station;
  browser: Browser;
  /** The page of the desk on which all callers are visible. */
  desk: Page;
}

/** Adds eight callers in all states: waiting, warned, withheld, elsewhere, unattended. */
export async function fillDesk({ station, browser, desk }: DeskPlace): Promise<FullDesk> {
  await addCallerWarning(station);
  const listeners: SipListener[] = [];
  const others: Page[] = [];
  const exchange = { address: station.sip.host, port: station.sip.port };
  for (const { from, name, to = main } of callers) {
    const person = name === undefined ? {} : { name };
    listeners.push(await ring({ exchange, from, to, ...person, sends: 440 }));
    await listeners.at(-1)?.answered;
  }
  const rows = desk.getByRole("grid").locator("[data-row]");
  await expect(rows).toHaveCount(callers.length - 1);
  await expect(desk.getByText("1 hidden by flags", { exact: true })).toBeVisible();
  await desk.getByRole("button", { name: "Show", exact: true }).click();
  await expect(rows).toHaveCount(callers.length);
  await notePoints(desk);
  async function answerAs(person: Person, caller: string): Promise<Page> {
    const page = await openDesk(await openContext(browser), station, person);
    others.push(page);
    const taken = lineCard(page, 1).getByText("On line 1");
    // A press gets lost on a row that moves at this moment.
    await expect(async () => {
      if (!(await taken.isVisible())) {
        await answer(page, caller);
      }
      await expect(taken).toBeVisible({ timeout: 20_000 });
    }).toPass({ timeout: 180_000 });
    return page;
  }
  const leaver = await answerAs("Bob", left ?? "");
  await leaver.context().close();
  await answerAs("Dan", elsewhere ?? "");
  await expect(queueRow(desk, left ?? "")).toContainText("Unattended");
  return {
    mine: mine ?? "",
    known: "Priya Nair",
    priority: "0491 570 313",
    async close() {
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all(others.map((page) => page.context().close()));
    },
  };
}

/** Writes the screener's points for callers who wait. */
async function notePoints(desk: Page): Promise<void> {
  const [own] = (await myStations(desk)).filter(({ callSign }) => callSign === "2ZZ");
  const list = await callApi(desk, `/api/twilio/calls/call_queue?station=${own?.id}`);
  const { calls } = (await list.json()) as {
    calls: { id: string; caller: { number: string | null } }[];
  };
  for (const { from, point } of callers) {
    const call = calls.find(({ caller }) => caller.number === from);
    if (point === undefined || call === undefined) {
      continue;
    }
    const body = { call: call.id, description: point };
    expect((await callApi(desk, "/api/twilio/calls/description", body)).ok()).toBe(true);
  }
}

/** Adds an admin's warning to one caller. */
async function addCallerWarning(station: Station): Promise<void> {
  const database = new Client({ connectionString: station.databaseUrl });
  await database.connect();
  try {
    await database.query(
      `with made as (
         insert into flag (id, station_id, name, colour, kind)
         select gen_random_uuid(), id, 'Careful', '#b00020', 'warning' from station
         where call_sign = '2ZZ' returning id, station_id)
       insert into caller_flag (caller_id, flag_id, reason)
       select n.caller_id, made.id, $2 from made
       join caller_number n on n.station_id = made.station_id and n.number = $1`,
      [warned.number, warned.reason],
    );
  } finally {
    await database.end();
  }
}
