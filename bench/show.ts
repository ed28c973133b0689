/**
 * Plays an hour of a show in a few minutes. Two hundred listeners call the real exchange, and a
 * screener, a presenter and a producer handle them with the real buttons and keys of three
 * consoles. The bench reports the number of their actions. No caller may be lost or confused with
 * another.
 */
import { setTimeout as wait } from "node:timers/promises";

import { expect } from "@playwright/test";

import { type Station, startStation } from "@linedesk/testkit";
import { openWholeBrowser, openContext, type TestBrowser } from "../e2e/support/browser.ts";
import { openDesk, type Person } from "../e2e/support/desk.ts";
import { Accounts, type BookedCall } from "./show/accounts.ts";
import { Audience, castCallers, type CallerEnd } from "./show/audience.ts";
import { Hand } from "./show/hand.ts";
import { present } from "./show/presenter.ts";
import { Producer } from "./show/producer.ts";
import { reportShow } from "./show/report-show.ts";
import { clearLine, screen } from "./show/screener.ts";
import { ShowClock } from "./show/show-clock.ts";
import { buildBundles } from "./support/bench-desk.ts";
import type { Bench } from "./support/row.ts";
import { OPERATOR_HZ } from "./support/tones.ts";

const CALLERS = 200;
const HOUR_S = 3_600;
const DEFAULT_LAPSE = 18;
/** In the last minutes no new calls are taken; calls on the lines continue. */
const WORK_UNTIL_S = 3_400;
const SETTLED_WITHIN_MS = 60_000;

export const run: Bench = async ({ lapse }) => {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  const accounts = new Accounts(station.databaseUrl);
  let chromium: TestBrowser | null = null;
  try {
    await accounts.open();
    await accounts.putLineToAir();
    chromium = await openWholeBrowser({ microphoneHz: OPERATOR_HZ });
    const [screener, presenter, producer] = await openDesks(chromium, station);
    const audience = new Audience(castCallers(CALLERS));
    const hands = { screener, presenter, producer };
    const ends = await play({ station, audience, hands, lapse: lapse ?? DEFAULT_LAPSE });
    const numbers = audience.callers.map(({ number }) => number);
    const calls = await readSettled(accounts, numbers);
    const acts = await accounts.readActs(numbers);
    const lapsed = lapse ?? DEFAULT_LAPSE;
    return reportShow({ callers: audience.callers, ends, calls, acts, lapse: lapsed }, [
      screener,
      presenter,
      producer,
    ]);
  } finally {
    await chromium?.close();
    await accounts.close();
    await station.close();
  }
};

/** Waits until all calls have ended; a call that does not end in time counts as lost. */
async function readSettled(accounts: Accounts, numbers: readonly string[]): Promise<BookedCall[]> {
  for (const until = Date.now() + SETTLED_WITHIN_MS; ; await wait(500)) {
    const calls = await accounts.readCalls(numbers);
    if (calls.every(({ isOver }) => isOver) || Date.now() > until) {
      return calls;
    }
  }
}

async function openDesks({ browser }: TestBrowser, station: Station) {
  async function open(person: Person): Promise<Hand> {
    return new Hand(await openDesk(await openContext(browser), station, person), person);
  }
  return [await open("Bob"), await open("Carla"), await open("Dan")] as const;
}

interface Play {
  station: Station;
  audience: Audience;
  hands: Record<"screener" | "presenter" | "producer", Hand>;
  lapse: number;
}

async function play({ station, audience, hands, lapse }: Play): Promise<CallerEnd[]> {
  const { screener, presenter, producer } = hands;
  await presenter.press("2");
  await expect(presenter.page.getByRole("region", { name: /^line 2.*selected/i })).toBeVisible();
  const clock = new ShowClock(lapse);
  const atDesk = new Producer(producer, audience, clock);
  async function work(hand: Hand, line: 1 | 2, act: () => Promise<void>): Promise<void> {
    while (clock.nowS < WORK_UNTIL_S) {
      // If the caller hangs up, the button disappears before the click, and the next action
      // follows.
      await act().catch(() => undefined);
      await clearLine(hand, audience, line).catch(() => undefined);
    }
  }
  await Promise.all([
    audience.ringAll({ address: station.sip.host, port: station.sip.port }, clock),
    work(screener, 1, () => screen(screener, audience, clock)),
    work(presenter, 2, () => present(presenter, audience, clock)),
    work(producer, 1, () => atDesk.act()),
  ]);
  await atDesk.sendOff();
  await clock.untilS(HOUR_S);
  return audience.close();
}
