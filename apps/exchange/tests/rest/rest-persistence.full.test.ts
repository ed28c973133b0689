import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const own = "+61255500101";
let folder: string;

const booted = useExchange({
  async config(cleanup) {
    folder = cleanup.folder();
    return { dataFolder: folder };
  },
  furnish: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: own, voiceUrl: web.url("/incoming") }),
});

function read(...names: string[]) {
  return readFileSync(join(folder, ...names), "utf8");
}
/** The last word on each of them, as the next start reads it. */
function storedCalls(sids: string[]) {
  const lines = read("calls.jsonl").split("\n").filter(Boolean);
  const rows = new Map(lines.map((line) => [JSON.parse(line).sid, JSON.parse(line).row]));
  return sids.filter((sid) => rows.get(sid) !== undefined);
}
function storedStatus(sid: string): unknown {
  return JSON.parse(read("recordings", `${sid}.json`)).status;
}

/** By chance the disk may be quick once; not so often. */
const TIMES = 8;

describe("what was answered is on the disk", () => {
  test("[XR73] a call that is made, and one that is deleted", async () => {
    const { rest } = booted();
    const made: string[] = [];
    for (let count = 0; count < TIMES; count += 1) {
      const { sid } = await rest.calls.create({ to: own, from: own, twiml: "<Response/>" });
      made.push(sid);
      expect(storedCalls([sid])).toEqual([sid]);
    }
    for (const sid of made) {
      await rest
        .calls(sid)
        .update({ status: "completed" })
        .catch(() => undefined);
      await rest.calls(sid).remove();
      expect(storedCalls([sid])).toEqual([]);
    }
  });

  test("[XR73] a participant who is dialled", async () => {
    const { participants } = booted().rest.conferences("kept");
    for (let count = 0; count < TIMES; count += 1) {
      const { callSid } = await participants.create({ to: own, from: own });
      expect(storedCalls([callSid])).toEqual([callSid]);
    }
  });

  test("[XR73] a recording that is begun, and one that is deleted", async () => {
    const { callSid } = await booted().inCall("alice", "<Pause length='60'/>");
    const { recordings } = booted().rest.calls(callSid);
    for (let count = 0; count < TIMES; count += 1) {
      const { sid } = await recordings.create();
      expect(storedStatus(sid)).toBe("in-progress");
      await recordings(sid).update({ status: "stopped" });
      await expect.poll(async () => (await recordings(sid).fetch()).status).toMatch(/comp|abs/);
      await recordings(sid).remove();
      expect(existsSync(join(folder, "recordings", `${sid}.json`))).toBe(false);
    }
  });
});
