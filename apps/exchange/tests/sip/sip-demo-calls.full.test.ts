import { fileURLToPath } from "node:url";

import { afterEach, expect, test } from "vitest";

import { nodeArguments } from "@linedesk/testkit";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, run, type RunningProgram, until } from "../support/sip-support.ts";

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

test("[SR24] ends all of them at Ctrl-C", async () => {
  const { intake, port } = await aStation();
  const demo = demoCalls("2", "--port", port);
  await until("both are answered", () => demo.output().split("is answered").length === 3);

  demo.child.kill("SIGINT");
  const code = await demo.ended;

  expect({ code, output: demo.output() }).toMatchObject({ code: 0 });
  expect(intake.calls.map(({ sink }) => sink.end?.cause)).toEqual(["hangup", "hangup"]);
});

test("[SR24] says in a sentence that nobody answers, and which argument is wrong", async () => {
  const unanswered = demoCalls("1", "--port", "9");
  expect(await unanswered.ended).toBe(1);
  expect(unanswered.output()).toContain("No SIP answer from 127.0.0.1:9");

  const wrong = demoCalls("--prot", "5060");
  expect(await wrong.ended).toBe(2);
  expect(wrong.output()).toContain("--prot is not an option");
});
