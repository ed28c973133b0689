import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aReading } from "../../testing/a-reading.ts";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import { CoreUnderTest, STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

async function seconds(it: CoreUnderTest, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await it.clock.advance(1000);
    await settled();
  }
}

async function aDialledCall(events: ("completed" | "quality")[]) {
  const it = new CoreUnderTest();
  const call = it.core.calls.create({
    to: "+61491570157",
    from: STATION,
    program: { type: "twiml", twiml: "<Response><Pause length='600'/></Response>" },
    statusCallback: { url: `${APP}/status`, method: "POST", events },
  });
  const { leg, sink } = it.sip.last;
  it.media.readings.set(leg.id, aReading());
  sink.onAnswered();
  await settled();
  return { it, sid: call.sid, leg, sink };
}

test("[XW21] a call's quality is told every 10 s and when a warning begins", async () => {
  const { it, sid, leg, sink } = await aDialledCall(["completed", "quality"]);

  await seconds(it, 11);
  it.media.readings.set(leg.id, aReading({ lossPercent: 8, mos: 3.6, packetsLost: 40 }));
  await seconds(it, 4);
  sink.onEnded({ cause: "hangup" });
  await settled();
  await seconds(it, 30);

  const callbacks = it.web.requestsTo("/status");
  expect(callbacks.map(({ QualityReason }) => QualityReason)).toEqual([
    "interval",
    "warning-raised",
    undefined,
  ]);
  expect(callbacks[0]).toMatchObject({
    CallSid: sid,
    CallStatus: "in-progress",
    CallbackSource: "call-quality-events",
    QualityWarnings: "",
    Mos: "4.40",
    Jitter: "2.0",
    RoundTrip: "40",
    PacketLoss: "0.0",
    Rms: "-23.0",
    Peak: "-12.1",
    ClippedSamples: "0",
    Speaking: "true",
  });
  expect(callbacks[1]).toMatchObject({ QualityWarnings: "high-packet-loss", PacketLoss: "8.0" });
  expect(callbacks.map(({ SequenceNumber }) => SequenceNumber)).toEqual(["0", "1", "2"]);
});

test("[XW21] who does not ask for it is not told", async () => {
  const { it } = await aDialledCall(["completed"]);

  await seconds(it, 12);

  expect(it.web.requestsTo("/status")).toEqual([]);
});

test("[XW21] a conference tells it of each participant for as long as they are in it", async () => {
  const harness = new ConferenceHarness();
  const { agent, caller } = await harness.start();
  harness.it.media.readings.set(agent.leg.id, aReading({ mos: 4.1 }));
  harness.it.media.readings.set(caller.leg.id, aReading({ mos: 2 }));

  await seconds(harness.it, 3);
  caller.sink.onEnded({ cause: "hangup" });
  await settled();
  await seconds(harness.it, 12);

  const reports = harness.of("participant-quality");
  expect(reports.map(({ CallSid, QualityReason, Mos }) => [CallSid, QualityReason, Mos])).toEqual([
    [caller.sid, "warning-raised", "2.00"],
    [agent.sid, "interval", "4.10"],
  ]);
});

test("[XR37] an ended call still tells how it was measured last", async () => {
  const { it, sid, leg, sink } = await aDialledCall([]);
  sink.onEnded({ cause: "hangup" });
  await settled();

  it.media.emit({ type: "leg.closed", leg: leg.id, stats: aReading({ mos: 3.9 }) });

  expect(await it.core.calls.stats(sid)).toMatchObject({ mos: 3.9 });
});
