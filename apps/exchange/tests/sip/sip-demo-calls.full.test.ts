import { fileURLToPath } from "node:url";

import { afterEach, expect, test } from "vitest";

import { nodeArguments } from "@linedesk/testkit";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, run, type RunningProgram } from "../support/sip-support.ts";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The command behind `npm run demo:calls`, without npm around it. */
function demoCalls(...args: string[]): RunningProgram {
  return run(cleanup, process.execPath, {
    args: [...nodeArguments("demo-calls"), ...args],
    cwd: root,
  });
}

function byFirst([a]: (string | null)[], [b]: (string | null)[]): number {
  return (a ?? "").localeCompare(b ?? "");
}

async function aStation() {
  const { sip, intake } = await anExchange(cleanup, { media: new TestMedia() });
  intake.onReceive = (leg) => {
    leg.ring("CA1");
    void leg.answer("CA1");
  };
  return { intake, port: String(sip.address.port) };
}

test("[SR24] lets listeners ring, names them, and lets each hang up at their own time", async () => {
  const { intake, port } = await aStation();

  const demo = demoCalls("3", "--port", port, "--patience", "1-2");
  const code = await demo.ended;

  expect({ code, output: demo.output() }).toMatchObject({ code: 0 });
  const arrivals = intake.calls.map(({ arrival }) => arrival);
  expect(arrivals.map(({ from, callerName, to }) => [from, callerName, to]).sort(byFirst)).toEqual([
    ["+61491570006", "Amara Nguyen", "+61255500101"],
    ["+61491570156", "Bruce Walker", "+61255500101"],
    ["+61491570157", "Chloe Papadopoulos", "+61255500102"],
  ]);
  expect(demo.output()).toMatch(/Amara Nguyen +0491 570 006 +rings 02 5550 0101/);
  expect(demo.output()).toMatch(/Amara Nguyen .*is answered/);
  expect(demo.output().match(/has waited long enough/g)).toHaveLength(3);
});
