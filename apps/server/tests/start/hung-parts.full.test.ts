import { afterAll, expect, onTestFinished, test } from "vitest";

import { blockThread, ring, type PartName } from "@linedesk/testkit";
import { queryDatabase } from "../support/query-database.ts";
import { startWatchedStation } from "../support/watched-station.ts";

const TO = "+61255500101";

const station = await startWatchedStation();
afterAll(() => station.close());

/** Stops a part as a suspended machine would: the process exists but makes no progress. */
function stop(part: PartName): number {
  const pid = station.pid(part);
  process.kill(pid, "SIGSTOP");
  return pid;
}

async function rings(from: string) {
  const listener = await ring({ exchange: station.sip, from, to: TO });
  onTestFinished(() => listener.close());
  return listener;
}

/** A started exchange first gets its numbers, and then accepts calls. */
async function untilAnswered(from: string) {
  let listener = await rings(from);
  await expect
    .poll(
      async () => {
        const isAnswered = await listener.answered.then(
          () => true,
          () => false,
        );
        listener = isAnswered ? listener : await rings(from);
        return isAnswered;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return listener;
}

async function countWaiting(number: string): Promise<number> {
  const waiting = "select 1 from call where number = $1 and desk->>'status' = 'waiting'";
  return (await queryDatabase(station.databaseUrl, waiting, [number])).length;
}

async function expectCallsTaken(from: string): Promise<void> {
  const listener = await untilAnswered(from);
  await expect.poll(() => countWaiting(from), { timeout: 20_000 }).toBe(1);
  await listener.close();
  await expect.poll(() => countWaiting(from), { timeout: 20_000 }).toBe(0);
}

test("[XR263] an exchange that hangs with a call is ended last, after a server that hangs", async () => {
  const listener = await untilAnswered("+61491570159");
  // Each second a heartbeat reports the number of calls to the supervisor. 150 packets take 3 s, so
  // the supervisor has received this number before the exchange is stopped.
  await expect.poll(() => listener.packetsReceived, { timeout: 20_000 }).toBeGreaterThan(150);
  const [exchange, server] = [stop("exchange"), stop("server")];

  await station.untilBack("exchange", exchange);
  await station.untilBack("server", server);
  await listener.close();

  const [serverAt, exchangeAt] = ["server", "exchange"].map((part) =>
    station.output().lastIndexOf(`The ${part} hung`),
  );
  expect(serverAt).toBeGreaterThan(0);
  expect(exchangeAt).toBeGreaterThan(serverAt ?? 0);
  expect(await station.log("exchange")).toMatch(/"kind":"stopped".*"calls":1/);
});

test("[XR263] while the server is stopped the exchange answers callers, and the restarted server queues them", async () => {
  await (await untilAnswered("+61491570155")).close();
  const stopped = stop("server");

  const listener = await rings("+61491570156");
  await listener.answered;
  await station.untilBack("server", stopped);

  expect(station.output()).toMatch(/The server hung \(it was stopped for \d+ s; see/);
  await expect.poll(() => countWaiting("+61491570156"), { timeout: 20_000 }).toBe(1);
  await listener.close();
  await expect.poll(() => countWaiting("+61491570156"), { timeout: 20_000 }).toBe(0);
});

test.each(["exchange", "database"] as const)(
  "[XR263] the %s is restarted when its process is suspended, and the station accepts calls",
  async (part) => {
    const stopped = stop(part);

    await station.untilBack(part, stopped);

    expect(station.output()).toMatch(new RegExp(`The ${part} hung \\(it was stopped for`));
    await expectCallsTaken("+61491570157");
  },
);

test.each([
  ["server", "main", "it"],
  ["exchange", "main", "it"],
  ["exchange", "media-worker", "its media thread"],
] as const)(
  "[XR263] the %s is restarted after an endless loop in its %s thread, and its log has the stack",
  async (part, thread, who) => {
    const blocked = station.pid(part);
    await blockThread(await station.log(part), thread);

    await station.untilBack(part, blocked);

    expect(station.output()).toMatch(
      new RegExp(
        `The ${part} hung \\(${who} used \\d+ s of processor time without a heartbeat; see`,
      ),
    );
    const log = await station.log(part);
    expect(log).toMatch(/"kind":"blocked".*"delayMs":\d+.*"stack":"at spinForEver /);
    expect(log).toContain(`"thread":"${thread}"`);
    await expectCallsTaken("+61491570158");
  },
);
