import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { RecordingFile } from "@linedesk/media/testing";
import { CoreUnderTest } from "../../testing/core-under-test.ts";

const polling = { timeout: 15_000, interval: 20 };
const cores: CoreUnderTest[] = [];
let dataFolder: string;
beforeEach(() => (dataFolder = mkdtempSync(join(tmpdir(), "linedesk-recordings-"))));
afterEach(async () => {
  await Promise.all(cores.splice(0).map(async ({ core }) => core.close()));
  rmSync(dataFolder, { recursive: true, force: true });
});

function files() {
  return readdirSync(join(dataFolder, "recordings")).sort();
}

async function aCall(defaults: ConstructorParameters<typeof CoreUnderTest>[0] = {}) {
  const it = new CoreUnderTest({ dataFolder, ...defaults });
  cores.push(it);
  const call = await it.ringInto('<Pause length="600"/>');
  return { it, call, api: it.core.recordings, media: it.media.recordings };
}

async function record(made: Awaited<ReturnType<typeof aCall>>): Promise<string> {
  const { sid } = made.api.recordCall(made.call.sid, null);
  made.media.stop(sid);
  await settled();
  await made.it.clock.advance(1000);
  return sid;
}

describe("recordings", () => {
  test("[XR26] are refused for a call that is not in progress, and beyond four at a time", async () => {
    const { it, call, api } = await aCall();
    for (let i = 0; i < 4; i += 1) {
      api.recordCall(call.sid, null);
    }

    expect(() => api.recordCall(call.sid, null)).toThrow(/already has \d+ running/);
    call.sink.onEnded({ cause: "hangup" });
    expect(() => api.recordCall(call.sid, null)).toThrow(
      expect.objectContaining({ twilioCode: 21220, httpStatus: 400 }),
    );
    await it.core.close();
  });

  test("[XR34] are refused on a full disk, and a call that should be recorded continues", async () => {
    const made = await aCall({ recordingFreeBytes: Number.MAX_SAFE_INTEGER });

    expect(() => made.api.recordCall(made.call.sid, null)).toThrow(
      expect.objectContaining({ twilioCode: 20507, httpStatus: 507 }),
    );
    const call = await made.it.ringInto('<Record playBeep="false"/><Pause length="9"/>');
    expect(made.it.errorsOf(call.sid)).toEqual([20507]);
    expect(made.it.status(call.sid)).toBe("in-progress");
    expect(made.media.plans).toEqual([]);
  });

  test("[XM43] are stored in a new folder when their folder is missing, and refused when no folder can be created", async () => {
    const made = await aCall();
    const folder = join(dataFolder, "recordings");
    rmSync(folder, { recursive: true });

    const { sid } = made.api.recordCall(made.call.sid, null);
    await expect.poll(files, polling).toEqual([`${sid}.json`]);

    made.media.stop(sid);
    await settled();
    await expect.poll(() => made.api.find(sid)?.status).toBe("completed");
    await expect.poll(() => readFileSync(join(folder, `${sid}.json`), "utf8")).toMatch(/completed/);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "not a folder");
    expect(() => made.api.recordCall(made.call.sid, null)).toThrow(
      expect.objectContaining({ twilioCode: 20507, httpStatus: 507 }),
    );
    expect(made.it.status(made.call.sid)).toBe("in-progress");
    rmSync(folder);
  });

  test.each([
    ["with the sound so far", { reason: "saved", fault: "disk_full" }, "completed"],
    ["without sound", { reason: "failed", code: "disk_full" }, "absent"],
  ] as const)(
    "[XM43] end %s when the disk fills up; callback and notification have the reason, and the call continues",
    async (_, end, status) => {
      const { it, call, api, media } = await aCall();
      const events = ["completed" as const, "absent" as const];
      const callback = { url: "http://app.test/recorded", method: "POST" as const, events };
      it.web.on("/recorded", "");
      const { sid } = api.recordCall(call.sid, callback);
      const saved = { durationMs: 600, bytes: 9644, checksum: "a" } as const;
      media.end = end.reason === "saved" ? { ...saved, ...end } : end;

      media.stop(sid);
      await settled();
      await it.clock.advance(1000);

      expect(api.find(sid)).toMatchObject({ status, errorCode: 20507 });
      const callbacks = it.web.requestsTo("/recorded").map((params) => ({ ...params }));
      expect(callbacks).toMatchObject([{ RecordingStatus: status, ErrorCode: "20507" }]);
      expect(it.errorsOf(call.sid)).toEqual([20507]);
      expect(it.status(call.sid)).toBe("in-progress");
    },
  );

  test("[XR34] are deleted by retention beyond the configured number or bytes, the oldest first", async () => {
    const few = await aCall({ recordingLimit: 3 });
    const sids = [];
    for (let i = 0; i < 5; i += 1) {
      sids.push(await record(few));
    }
    expect(few.api.list().map(({ sid }) => sid)).toEqual(sids.slice(2).reverse());
    await few.it.core.close();
    expect(files()).toEqual(
      sids
        .slice(2)
        .map((sid) => `${sid}.json`)
        .sort(),
    );

    const small = await aCall({ recordingBytesLimit: 130_000, dataFolder: null });
    for (let i = 0; i < 4; i += 1) {
      await record(small);
    }
    expect(small.api.list()).toHaveLength(2);
  });

  test("[XR34] are never deleted by retention while they run", async () => {
    const made = await aCall({ recordingLimit: 1 });
    const running = made.api.recordCall(made.call.sid, null).sid;
    await record(made);
    await record(made);

    expect(made.api.find(running)?.status).toBe("in-progress");
  });

  test("[XR31] report the requested events to their callback in order", async () => {
    const { it, call, api, media } = await aCall();
    it.web.on("/told", "");
    const url = "http://app.test/told";
    const events = ["in-progress", "absent"] as const;
    const { sid } = api.recordCall(call.sid, {
      url,
      method: "GET",
      events: [...events],
    });
    if (media.end.reason === "saved") {
      media.end.durationMs = 0;
    }

    media.stop(sid);
    await settled();
    await settled();

    expect(it.web.requests.filter(({ path }) => path === "/told")).toMatchObject([
      { method: "GET", params: { RecordingStatus: "in-progress", RecordingSid: sid } },
      { method: "GET", params: { RecordingStatus: "absent", CallSid: call.sid, ErrorCode: "0" } },
    ]);
  });
});

describe("a restart", () => {
  test("[XM44] finds the recordings, repairs unfinished ones, and gives those without sound the status `absent`", async () => {
    const before = await aCall();
    const done = await record(before);
    const torn = before.api.recordCall(before.call.sid, null).sid;
    const empty = before.api.recordCall(before.call.sid, null).sid;
    const saved = [done, torn, empty].map((sid) => `${sid}.json`).sort();
    await expect.poll(files, polling).toEqual(saved);
    function stored() {
      return readFileSync(join(dataFolder, "recordings", `${done}.json`), "utf8");
    }
    await expect.poll(stored, polling).toContain('"completed"');
    function path(sid: string) {
      return join(dataFolder, "recordings", `${sid}.wav`);
    }
    const file = new RecordingFile(path(torn), 8000);
    file.append(new Int16Array(12_000));
    // The kill interrupted the write of a sample, and the header has the length of an earlier
    // write.
    writeFileSync(path(torn), Buffer.concat([readFileSync(path(torn)), Buffer.from([1, 2, 3])]));
    writeFileSync(path(empty), "RIFF");
    writeFileSync(join(dataFolder, "recordings", `RE${"0".repeat(32)}.json`), "{ torn");
    const deleted = join(dataFolder, "recordings", `RE${"1".repeat(32)}.json`);
    writeFileSync(deleted, '{"status":"deleted"}');

    // The disk is in the state that a kill leaves.
    const left = join(dataFolder, "left");
    cpSync(join(dataFolder, "recordings"), join(left, "recordings"), { recursive: true });
    const after = new CoreUnderTest({ dataFolder: left });
    cores.push(after);
    after.core.edges.start("http://127.0.0.1:3001");
    const { recordings } = after.core;
    function statuses() {
      return [torn, empty].map((sid) => recordings.find(sid)?.status);
    }
    await expect.poll(statuses, polling).toEqual(["completed", "absent"]);

    expect(recordings.find(done)).toEqual(before.api.find(done));
    expect(recordings.find(torn)?.sound).toMatchObject({ durationMs: 1500, bytes: 44 + 24_002 });
    const repaired = readFileSync(join(left, "recordings", `${torn}.wav`));
    expect(repaired.readUInt32LE(40)).toBe(24_002);
    expect(existsSync(join(left, "recordings", `RE${"1".repeat(32)}.json`))).toBe(false);
    expect(recordings.list()).toHaveLength(3);
  }, 30_000);
});
