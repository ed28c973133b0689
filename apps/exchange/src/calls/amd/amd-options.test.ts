import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import type { AnsweredBy } from "@linedesk/media";
import { CoreUnderTest, STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import { AMD_DEFAULTS, type AmdOptions } from "./amd-options.ts";

const TARGET = "+61491570158";
const amdOptions: AmdOptions = { plan: AMD_DEFAULTS, isAsync: false, callback: null };
const callback = { url: `${APP}/amd`, method: "POST" as const };

/** A call that the far end has just answered. */
async function answered(machine: AmdOptions, more: { sendDigits?: string } = {}) {
  const it = new CoreUnderTest();
  it.web.respondWith("/outbound", `<Pause length="60"/>`).on("/amd", "");
  const { sid } = it.core.calls.create({
    to: TARGET,
    from: STATION,
    program: { type: "url", url: `${APP}/outbound`, method: "POST" },
    statusCallback: { url: `${APP}/leg`, method: "POST", events: ["answered", "completed"] },
    machine,
    ...more,
  });
  it.sip.last.sink.onAnswered();
  await settled();
  return { it, sid };
}

async function judge(it: CoreUnderTest, answeredBy: AnsweredBy, afterMs = 2300): Promise<void> {
  it.media.emit({ type: "leg.amd", leg: it.sip.last.leg.id, answeredBy, afterMs });
  await settled();
}

describe("a call that asks who answered", () => {
  test("asks for its document when it is known, and its record and callbacks have it", async () => {
    const { it, sid } = await answered(amdOptions);
    expect(it.media.watched.get(it.sip.last.leg.id)).toEqual(AMD_DEFAULTS);
    expect(it.web.requestsTo("/outbound")).toEqual([]);
    expect(it.core.calls.find(sid)?.answeredBy).toBeNull();

    await judge(it, "machine_start");
    await judge(it, "human");
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();

    const known = { AnsweredBy: "machine_start", MachineDetectionDuration: "2300" };
    expect(it.web.requestsTo("/outbound")).toEqual([expect.objectContaining(known)]);
    expect(it.core.calls.find(sid)?.answeredBy).toBe("machine_start");
    const [first, last] = it.web.requestsTo("/leg");
    expect(first).not.toHaveProperty("AnsweredBy");
    expect(last).toMatchObject({ CallStatus: "completed", ...known });
  });

  test("with AsyncAmd asks at once, and the callback is told", async () => {
    const { it } = await answered({ ...amdOptions, isAsync: true, callback });
    expect(it.web.requestsTo("/outbound")).toHaveLength(1);
    expect(it.web.requestsTo("/amd")).toEqual([]);

    await judge(it, "human");

    expect(it.web.requestsTo("/amd")).toEqual([
      {
        CallSid: expect.stringMatching(/^CA/),
        AccountSid: expect.stringMatching(/^AC/),
        AnsweredBy: "human",
        MachineDetectionDuration: "2300",
      },
    ]);
    expect(it.web.requestsTo("/outbound")).toHaveLength(1);
  });

  test("that is over before anybody knows tells nobody", async () => {
    const { it, sid } = await answered({ ...amdOptions, isAsync: true, callback });

    it.sip.last.sink.onEnded({ cause: "hangup" });
    await judge(it, "human");

    expect(it.web.requestsTo("/amd")).toEqual([]);
    expect(it.core.calls.find(sid)).toMatchObject({ status: "completed", answeredBy: null });
  });

  test("with SendDigits is not listened to", async () => {
    const { it } = await answered(amdOptions, { sendDigits: "1" });
    await it.clock.advance(1_000);

    expect(it.media.watched.size).toBe(0);
    expect(it.web.requestsTo("/outbound")).toHaveLength(1);
  });

  test("goes on as unknown when the media never says", async () => {
    const { it } = await answered(amdOptions);

    await it.clock.advance(36_000);

    expect(it.web.requestsTo("/outbound")).toMatchObject([{ AnsweredBy: "unknown" }]);
  });

  test("[XR13] is redirected while it is still listened to", async () => {
    const { it, sid } = await answered(amdOptions);
    it.web.respondWith("/other", "<Pause/>");

    it.core.calls.update(sid, {
      program: { type: "url", url: `${APP}/other`, method: "POST" },
    });
    await settled();
    await judge(it, "human");

    expect(it.web.requestsTo("/other")).toHaveLength(1);
    expect(it.web.requestsTo("/outbound")).toEqual([]);
  });
});

describe("others that ask who answered", () => {
  test("a participant is in the room meanwhile", async () => {
    const it = new CoreUnderTest();
    it.web.on("/amd", "");
    it.core.conferences.addParticipant("talk", {
      to: TARGET,
      from: STATION,
      machine: { ...amdOptions, isAsync: true, callback },
      join: {},
    });
    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.soundOf(it.sip.last)).toBe("hold-music");

    await judge(it, "fax");

    expect(it.web.requestsTo("/amd")).toMatchObject([{ AnsweredBy: "fax" }]);
    expect(it.core.conferences.participants("talk")).toHaveLength(1);
  });

  async function dial(attributes: string) {
    const it = new CoreUnderTest();
    it.web.on("/amd", "");
    const noun = `<Number ${attributes}>${TARGET}</Number>`;
    const caller = await it.ringInto(`<Dial callerId="${STATION}">${noun}</Dial>`);
    it.sip.last.sink.onAnswered();
    await settled();
    return { it, caller };
  }

  test("a Number tells its amdStatusCallback, and the two talk meanwhile", async () => {
    const { it, caller } = await dial(
      `machineDetection="DetectMessageEnd" machineDetectionTimeout="10" amdStatusCallback="/amd"
       machineDetectionSpeechThreshold="3000" machineDetectionSpeechEndThreshold="700"
       machineDetectionSilenceTimeout="2500"`,
    );
    expect(it.soundOf(caller)).toBe("room");

    await judge(it, "machine_end_beep", 6100);

    expect(it.media.watched.get(it.sip.last.leg.id)).toEqual({
      awaitsEnd: true,
      timeoutMs: 10_000,
      speechMs: 3000,
      speechEndMs: 700,
      silenceMs: 2500,
    });
    expect(it.web.requestsTo("/amd")).toMatchObject([{ AnsweredBy: "machine_end_beep" }]);
  });

  test("what is out of bounds is 21234 and counts as its default", async () => {
    const { it, caller } = await dial(
      `machineDetection="Enable" machineDetectionTimeout="60" machineDetectionSilenceTimeout="x"
       asyncAmd="true"`,
    );

    expect(it.errorsOf(caller.sid)).toEqual([21263, 21234, 21234]);
    expect(it.media.watched.get(it.sip.last.leg.id)).toEqual(AMD_DEFAULTS);

    const other = await dial(`machineDetection="Maybe"`);
    expect(other.it.errorsOf(other.caller.sid)).toEqual([21234]);
    expect(other.it.media.watched.size).toBe(0);
  });
});
