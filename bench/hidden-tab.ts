/**
 * Keeps a desk in a hidden tab for a given time (`--seconds 1800`), in a Chromium that hides and
 * throttles the tab as people's browsers do. Page and server must agree all the time that the line
 * is registered. At the end the exchange must still ring it, and the title must show a new call.
 */
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";
import { Client } from "pg";

import { ring, type Station, startStation } from "@linedesk/testkit";
import { myId } from "../e2e/support/api.ts";
import { answer, lineCard, openDesk } from "../e2e/support/desk.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { openPlainBrowser, type PlainBrowser } from "./support/plain-browser.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const DEFAULT_SECONDS = 60;
/** The period is no multiple of the 10 s between heartbeats, so the checks differ in phase. */
const CHECK_EVERY_MS = 7_000;
/** A throttled page updates its title within a second of the next wake-up. */
const RINGS_WITHIN_MS = 3_000;
const MAIN_LINE = "+61255500101";

/** The states of page and server at one moment. */
interface Check {
  isHidden: boolean;
  /** Is true when the page is live and its line is registered. */
  page: boolean;
  /** Is true when the seat is awake on the server and its line can be reached. */
  server: boolean;
  heartbeatAgeS: number;
}

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  const database = new Client({ connectionString: station.databaseUrl });
  let browser: PlainBrowser | null = null;
  try {
    await database.connect();
    browser = await openPlainBrowser();
    const page = await openDesk(browser.context, station, "Alice");
    const user = await myId(page);
    const other = await browser.context.newPage();
    await other.bringToFront();
    const checks: Check[] = [];
    const count = Math.max(3, Math.round(((seconds ?? DEFAULT_SECONDS) * 1_000) / CHECK_EVERY_MS));
    for (let index = 0; index < count; index += 1) {
      await wait(CHECK_EVERY_MS);
      checks.push(await checkStates(page, database, user));
    }
    const reached = await isReached(station, user);
    const ringMs = await untilTitleRings(page, station);
    const stillHidden = await page.evaluate(() => document.visibilityState === "hidden");
    await page.bringToFront();
    const isAnswered = await answersAtOnce(page);
    return report(checks, { reached, ringMs, stillHidden, isAnswered });
  } finally {
    await browser?.close();
    await database.end();
    await station.close();
  }
};

async function checkStates(page: Page, database: Client, user: string): Promise<Check> {
  const [seen, { rows }] = await Promise.all([
    page.evaluate(() => ({
      isHidden: document.visibilityState === "hidden",
      words: document.body.innerText,
    })),
    database.query<{ asleep: boolean; line1: boolean; age: number }>(
      `select asleep, (lines ->> 'line1')::boolean as line1,
         extract(epoch from now() - beat_at)::float as age
       from seat where user_id = $1`,
      [user],
    ),
  ]);
  const [seat] = rows;
  return {
    isHidden: seen.isHidden,
    page: /\bLive\b/.test(seen.words) && /\bRegistered\b/.test(seen.words),
    server: seat !== undefined && !seat.asleep && seat.line1,
    heartbeatAgeS: seat?.age ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Requests a call to the softphone, and returns whether it rings. The exchange rings it only while
 * the device is registered.
 */
async function isReached(station: Station, user: string): Promise<boolean> {
  const { accountSid = "", authToken = "" } = await station.secrets();
  const calls = `${station.exchangeUrl}/2010-04-01/Accounts/${accountSid}/Calls`;
  const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` };
  const Twiml = `<Response><Pause length="5"/></Response>`;
  const form = { To: `client:${user}`, From: "client:bench", Twiml };
  const made = await fetch(`${calls}.json`, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  const { sid } = (await made.json()) as { sid: string };
  await wait(2_000);
  const read = await fetch(`${calls}/${sid}.json`, { headers });
  const { status } = (await read.json()) as { status: string };
  const over = new URLSearchParams({ Status: "completed" });
  await fetch(`${calls}/${sid}.json`, { method: "POST", headers, body: over });
  return status === "ringing";
}

/** Returns the milliseconds from a listener's INVITE to the change of the hidden tab's title. */
async function untilTitleRings(page: Page, station: Station): Promise<number> {
  const exchange = { address: station.sip.host, port: station.sip.port };
  const startMs = performance.now();
  await ring({ exchange, from: "+61491570156", to: MAIN_LINE });
  while (!(await page.title()).startsWith("(1) Ringing")) {
    if (performance.now() - startMs > 30_000) {
      return Number.POSITIVE_INFINITY;
    }
    await wait(50);
  }
  return performance.now() - startMs;
}

async function answersAtOnce(page: Page): Promise<boolean> {
  await answer(page, "0491 570 156");
  return lineCard(page, 1)
    .getByText("On line 1")
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );
}

interface End {
  reached: boolean;
  ringMs: number;
  stillHidden: boolean;
  isAnswered: boolean;
}

function report(checks: readonly Check[], end: End): Row[] {
  const name = `hidden tab, ${(checks.length * CHECK_EVERY_MS) / 1_000} s`;
  const apart = checks.filter((one) => !one.page || !one.server).length;
  const shown = checks.filter((one) => !one.isHidden).length;
  const isReal = shown === 0 && end.stillHidden;
  const oldest = Math.max(...checks.map(({ heartbeatAgeS }) => heartbeatAgeS));
  return [
    limitRow(`${name}: page and server agree that it is registered`, `${apart} checks differ`, {
      beside: `0 of ${checks.length}, hidden in ${checks.length - shown}`,
      holds: apart === 0 && isReal,
    }),
    limitRow(`${name}: the exchange rings its softphone`, end.reached ? "yes" : "no", {
      beside: "yes",
      holds: end.reached,
    }),
    limitRow(`${name}: a listener's INVITE to the tab's title`, `${end.ringMs.toFixed(0)} ms`, {
      beside: `<= ${RINGS_WITHIN_MS} ms`,
      holds: end.ringMs <= RINGS_WITHIN_MS,
    }),
    limitRow(`${name}: in front again, it answers`, end.isAnswered ? "yes" : "no", {
      beside: "yes",
      holds: end.isAnswered,
    }),
    infoRow(`${name}: oldest heartbeat`, `${oldest.toFixed(1)} s`, "every 10 s"),
  ];
}
