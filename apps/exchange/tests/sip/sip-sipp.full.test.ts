import { afterEach, beforeEach, expect, test } from "vitest";

import { noStreams } from "@linedesk/sip";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type RunningProgram,
  until,
} from "../support/sip-support.ts";
import { outcome, sipp as runSipp, writeTone } from "./sipp.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

function sipp(name: string, target: string, more: string[] = []): RunningProgram {
  return runSipp(cleanup, name, { folder, target, more });
}

test("[XI70] a call from sipp has sound in both directions", async () => {
  const media = await realMedia(cleanup);
  const { sip, intake } = await anExchange(cleanup, { media });
  intake.onReceive = (leg) => answerIntoRoom(leg, media);
  writeTone(folder, 700);
  const bob = await aListener(cleanup, sip, { sends: 1000 });
  await bob.answered;

  const program = sipp("call", `127.0.0.1:${sip.address.port}`);
  await until("bob hears sipp", () => bob.toneAmplitude(700) > 0.05);

  expect(await outcome(program)).toBe("success");
  expect(intake.call(1).arrival).toMatchObject({ from: "+61491570157", callerName: "Sipp Caller" });
  expect(intake.call(1).sink.events).toEqual(["ended hangup"]);
});

test.each(["u1", "t1"] as const)("[XI34] sipp is admitted with its password (%s)", async (mode) => {
  const { sip, intake } = await anExchange(cleanup, {
    media: new TestMedia(),
    plan: { trunks: [], phones: [{ username: "studio1", password: "pa55word" }], isClosed: true },
    streams: { ...noStreams, listensTcp: true },
  });
  intake.onReceive = (leg) => void leg.answer("CA1");
  const port = sip.portOf(mode === "u1" ? "udp" : "tcp");

  expect(await outcome(sipp("trunk-caller", `127.0.0.1:${port}`, ["-t", mode]))).toBe("success");

  expect(intake.calls).toHaveLength(1);
  expect(intake.call().sink.events).toEqual(["ended hangup"]);
});
