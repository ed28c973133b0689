import { describe, expect, test } from "vitest";

import { CoreUnderTest, STATION, ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import type { LegEnd } from "../legs/leg.ts";

const FRIEND = "+61491570156";

function dialled() {
  const it = new CoreUnderTest();
  const { sid } = it.core.calls.create({
    to: FRIEND,
    from: STATION,
    program: { type: "twiml", twiml: `<Response><Pause length="600"/></Response>` },
    statusCallback: { url: `${APP}/status`, method: "POST", events: ["completed"] },
  });
  return { it, sid, far: it.sip.last };
}

describe("[XW3] the completed callback", () => {
  test.each<[LegEnd, string, string]>([
    [{ cause: "busy", sipCode: 486 }, "busy", "486"],
    [{ cause: "busy" }, "busy", "486"],
    [{ cause: "declined" }, "busy", "603"],
    [{ cause: "not-found" }, "failed", "404"],
    [{ cause: "unreachable" }, "failed", "480"],
    [{ cause: "failed", sipCode: 503 }, "failed", "503"],
    [{ cause: "no-answer" }, "no-answer", "487"],
    [{ cause: "cancelled" }, "canceled", "487"],
  ])("after an end by %o has status `%s` with SIP code %s", async (end, status, sipCode) => {
    const { it, sid, far } = dialled();

    await ends(far, end);

    expect(it.web.requestsTo("/status")).toMatchObject([
      {
        CallSid: sid,
        CallStatus: status,
        SipResponseCode: sipCode,
        CallDuration: "0",
        Duration: "0",
        SequenceNumber: "0",
        CallbackSource: "call-progress-events",
      },
    ]);
  });

  test("after 61 s of talk has the durations 61 s and 2 min, SIP code 200 and the time of the end", async () => {
    const { it, far } = dialled();
    far.sink.onAnswered();
    await it.clock.advance(61_000);

    await ends(far);

    const [callback] = it.web.requestsTo("/status");
    expect(callback).toMatchObject({ CallStatus: "completed", CallDuration: "61", Duration: "2" });
    expect(callback).toMatchObject({
      SipResponseCode: "200",
      Timestamp: "Sat, 21 Nov 2026 03:01:01 +0000",
    });
  });
});
