import { afterEach, describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, type InboundCall } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const cores: CoreUnderTest[] = [];
afterEach(async () => {
  await Promise.all(cores.splice(0).map(async ({ core }) => core.close()));
});

function aCore(): CoreUnderTest {
  const it = new CoreUnderTest();
  cores.push(it);
  return it;
}

/** The caller has heard the beep of a Record, and the recording runs. */
async function aRecord(attributes = "", after = "") {
  const it = aCore();
  it.web.respondWith("/done", "<Hangup/>").on("/told", "");
  const call = await it.ringInto(`<Record action="/done" ${attributes}/>${after}`);
  expect(it.soundOf(call)).toBe("beep");
  await it.finish(call);
  return { it, call, recordings: it.media.recordings };
}

async function settledAll(): Promise<void> {
  for (let i = 0; i < 5; i += 1) {
    await settled();
  }
}

function actionOf(it: CoreUnderTest) {
  return it.web.requestsTo("/done")[0];
}
function press(call: InboundCall, digit: string) {
  return call.sink.onDigit(digit);
}

describe("Record", () => {
  test("[XT28] records the caller after a beep until a digit, and sends the result to its action", async () => {
    const { it, call, recordings } = await aRecord();
    const [plan] = recordings.plans;

    press(call, "5");
    await settledAll();

    expect(plan).toMatchObject({ leg: call.leg.id, track: "inbound", quietAfterMs: 5000 });
    const [record] = it.core.recordings.list();
    const { sid = "" } = record ?? {};
    expect(record).toMatchObject({ callSid: call.sid, source: "RecordVerb", status: "completed" });
    expect(actionOf(it)).toMatchObject({
      CallSid: call.sid,
      RecordingSid: sid,
      RecordingDuration: "4",
      Digits: "5",
    });
    expect(actionOf(it)?.["RecordingUrl"]).toMatch(new RegExp(`/Recordings/${sid}$`));
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XT28] ends after silence or maxLength, and a digit that is not in finishOnKey does not end it", async () => {
    const quiet = await aRecord('timeout="3" finishOnKey="#"');
    press(quiet.call, "1");
    await settledAll();
    expect(quiet.recordings.running.size).toBe(1);
    expect(quiet.recordings.plans[0]?.quietAfterMs).toBe(3000);
    quiet.recordings.emitQuiet();
    await settledAll();
    expect(actionOf(quiet.it)).toMatchObject({ Digits: "" });

    const long = await aRecord('maxLength="20" playBeep="true"');
    await long.it.clock.advance(19_000);
    expect(long.recordings.running.size).toBe(1);
    await long.it.clock.advance(1_000);
    await settledAll();
    expect(actionOf(long.it)).toMatchObject({ RecordingDuration: "4" });
  });

  test("[XT28] reports to the action that the caller hung up", async () => {
    const { it, call } = await aRecord('recordingStatusCallback="/told"');

    call.sink.onEnded({ cause: "hangup" });
    await settledAll();

    expect(actionOf(it)).toMatchObject({ Digits: "hangup", CallStatus: "completed" });
    expect(it.web.requestsTo("/done")).toHaveLength(1);
    expect(it.web.requestsTo("/told")).toMatchObject([
      { RecordingStatus: "completed", RecordingDuration: "4", RecordingSource: "RecordVerb" },
    ]);
  });

  test("[XT28] without an action requests its own document again, and the beep can be off", async () => {
    const it = aCore();
    const call = await it.ringInto('<Record playBeep="false"/>');
    it.web.respondWith("/incoming", "<Hangup/>");

    press(call, "#");
    await settledAll();

    expect(it.web.requestsTo("/incoming")).toHaveLength(2);
    expect(it.web.requestsTo("/incoming")[1]).toMatchObject({
      Digits: "#",
      RecordingDuration: "4",
    });
  });

  test("[XT28] that fails does not affect the call", async () => {
    const { it, call, recordings } = await aRecord("", `<Play>${APP}/b.wav</Play>`);
    recordings.end = { reason: "failed", code: "disk_full" };

    press(call, "#");
    await settledAll();

    expect(it.soundOf(call)).toBe(`${APP}/b.wav`);
    expect(it.core.recordings.list()).toMatchObject([{ status: "absent", errorCode: 20507 }]);
  });
});
