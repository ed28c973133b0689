/**
 * What a click of the desk does to the sound: Answer, Hold, Resume and Next on a line that feeds
 * the air, until it is heard at the caller's telephone and in the browser; beside the bare SDK,
 * which connects, mutes and unmutes in the same browser, turn by turn.
 */
import { setTimeout as wait } from "node:timers/promises";

import { expect } from "@playwright/test";

import { answer, lineCard } from "../e2e/support/desk.ts";
import { Accounts } from "./show/accounts.ts";
import {
  atListener,
  audible,
  between,
  callBare,
  clicked,
  hangUpBare,
  type Measured,
  measureFarEnd,
  type MeasuredPair,
  measureJoin,
  openMeasuredPair,
  pressBare,
  ringDesk,
  waitForBare,
  waitForMusic,
} from "./support/measured-calls.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, type Row } from "./support/row.ts";

const MIN_ROUNDS = 20;
const SECONDS_PER_ROUND = 9;
/** A muted microphone's last packets are under way for less. */
const QUIET_MS = 400;
/** After the last packet with the tone comes one of silence. */
const PACKET_MS = 20;
const SETTLED_MS = 700;
/** On a busy machine events come late. */
const EVENT_WITHIN_MS = 30_000;

interface Round {
  accept: Measured;
  hold: Measured;
  resume: Measured;
  next: Measured;
  bareConnect: Measured;
  bareMute: Measured;
  bareUnmute: Measured;
}

export const run: Bench = async ({ seconds }) => {
  const pair = await openMeasuredPair();
  try {
    await putToAir(pair);
    const count = Math.max(MIN_ROUNDS, Math.round((seconds ?? 0) / SECONDS_PER_ROUND));
    const rounds: Round[] = [];
    // The first two warm everything up, the detectors too, and are not counted.
    for (let index = -2; index < count; index += 1) {
      const desk = await measureDesk(pair, (index + 2) * 2);
      const round = { ...desk, ...(await measureBare(pair)) };
      if (index >= 0) {
        rounds.push(round);
      }
    }
    return report(rounds);
  } finally {
    await pair.close();
  }
};

/** Line 2 feeds the air from here on, and the page has read so. */
async function putToAir({ desk }: MeasuredPair): Promise<void> {
  const accounts = new Accounts(desk.station.databaseUrl);
  await accounts.open();
  await accounts.putLineToAir();
  await accounts.close();
  await desk.page.reload();
  await expect(lineCard(desk.page, 2).getByText("Registered")).toBeVisible({ timeout: 20_000 });
}

async function measureDesk({ desk }: MeasuredPair, index: number) {
  const { page } = desk;
  const first = await ringDesk(desk, index);
  await page.keyboard.press("1");
  const card = lineCard(page, 1);
  const accept = await measureJoin(page, first.listener, () => answer(page, first.shown));
  await wait(SETTLED_MS);
  const hold = await measureFarEnd(
    page,
    () => waitForMusic(first.listener),
    () => card.getByRole("button", { name: /^Hold/ }).click(),
  );
  await card.getByRole("button", { name: /^Resume/ }).waitFor();
  await wait(SETTLED_MS);
  const resume = await measureJoin(page, first.listener, () =>
    card.getByRole("button", { name: /^Resume/ }).click(),
  );
  await first.listener.close();
  await expect(card.getByText("No call")).toBeVisible({ timeout: EVENT_WITHIN_MS });
  const second = await ringDesk(desk, index + 1);
  await page.getByRole("button", { name: /^Select line 2/ }).click();
  const button = page.getByRole("button", { name: `Take next: ${second.shown}` });
  await button.waitFor();
  await wait(SETTLED_MS);
  const next = await measureJoin(page, second.listener, () => button.click());
  await expect(lineCard(page, 2).getByText("On air", { exact: true })).toBeVisible({
    timeout: EVENT_WITHIN_MS,
  });
  await second.listener.close();
  await expect(lineCard(page, 2).getByText("No call")).toBeVisible({ timeout: EVENT_WITHIN_MS });
  return { accept, hold, resume, next };
}

async function measureBare(pair: MeasuredPair) {
  const { bare, barePage } = pair;
  const bareConnect = await callBare(pair);
  await wait(SETTLED_MS);
  async function untilQuiet(): Promise<number> {
    const before = bare.lastReceivedAt;
    while (bare.lastReceivedAt === before || Date.now() - bare.lastReceivedAt < QUIET_MS) {
      await wait(2);
    }
    return bare.lastReceivedAt + PACKET_MS;
  }
  const bareMute = await measureFarEnd(barePage, untilQuiet, () => pressBare(barePage, "Mute"));
  bare.forget();
  const bareUnmute = await measureFarEnd(
    barePage,
    () => waitForBare(bare),
    () => pressBare(barePage, "Mute"),
  );
  await hangUpBare(pair);
  await wait(300);
  return { bareConnect, bareMute, bareUnmute };
}

function report(rounds: readonly Round[]): Row[] {
  function all(name: keyof Round, to: typeof atListener): number[] {
    return between(
      rounds.map((round) => round[name]),
      clicked,
      to,
    );
  }
  function row(what: string, our: number[], bare: [string, number[]]): Row {
    const [words, their] = bare;
    const ratio = (percentile(our, 0.5) / percentile(their, 0.5)).toFixed(2);
    // The SDK knows no hold: what it can do instead is told, and not as the same.
    const compared = words.startsWith("mute") ? "" : `; ratio ${ratio}`;
    const beside = `bare ${words} ${formatPercentiles(their)}${compared}`;
    return infoRow(`desk sound: ${what} (${our.length})`, formatPercentiles(our), beside);
  }
  const connect = all("bareConnect", atListener);
  const connectAudible = all("bareConnect", audible);
  return [
    row("Answer to the operator at the caller", all("accept", atListener), ["connect", connect]),
    row("Answer to the caller at the desk", all("accept", audible), ["connect", connectAudible]),
    row("Hold to music at the caller", all("hold", atListener), [
      "mute to silence",
      all("bareMute", atListener),
    ]),
    row("Resume to the operator at the caller", all("resume", atListener), [
      "unmute to sound",
      all("bareUnmute", atListener),
    ]),
    row("Next to the caller on the air line", all("next", audible), ["connect", connectAudible]),
    row("Next to the operator at the caller", all("next", atListener), ["connect", connect]),
  ];
}
