import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { ring, startStation, type PartName, type Station } from "@linedesk/testkit";

let station: Station;

beforeAll(async () => {
  station = await startStation();
});
afterAll(() => station.close());

/** Stops a part as a whole machine stops it: it runs, and does nothing any more. */
async function hang(part: PartName): Promise<number> {
  const pid = await station.pid(part);
  if (pid === null) {
    throw new Error(`The ${part} does not run`);
  }
  process.kill(pid, "SIGSTOP");
  return pid;
}

async function rings(from: string) {
  const { host: address, port } = station.sip;
  const listener = await ring({ exchange: { address, port }, from, to: "+61255500101" });
  onTestFinished(() => listener.close());
  return listener;
}

/** The numbers are made at an exchange that has just been started, and then it takes calls. */
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
  const client = new pg.Client({ connectionString: station.databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select 1 from call where number = $1 and desk->>'status' = 'waiting'",
      [number],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

test("[XR263] a server that hangs: the exchange answers who rings, it is started again, and the caller is in the queue", async () => {
  await (await untilAnswered("+61491570155")).close();
  const hung = await hang("server");

  const listener = await rings("+61491570156");
  await listener.answered;
  // Answered by the exchange alone: nobody has yet found out that the server hangs.
  expect(await station.pid("server")).toBe(hung);
  await station.untilBack("server", hung);

  expect(station.output()).toContain("The server did not answer and is started again");
  await expect.poll(() => countWaiting("+61491570156"), { timeout: 20_000 }).toBe(1);
});

test.each(["exchange", "database"] as const)(
  "[XR263] the %s that hangs is started again, and calls can be taken",
  async (part) => {
    const hung = await hang(part);

    await station.untilBack(part, hung);

    expect(station.output()).toContain(`The ${part} did not answer and is started again`);
    const listener = await untilAnswered("+61491570157");
    await expect.poll(() => countWaiting("+61491570157"), { timeout: 20_000 }).toBe(1);
    await listener.close();
    await expect.poll(() => countWaiting("+61491570157"), { timeout: 20_000 }).toBe(0);
  },
);
