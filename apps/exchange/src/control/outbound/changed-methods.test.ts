import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const FRIEND = "+61491570156";

/** A call in whose document the next is not to be had. */
async function aBridge(targets: "with targets" | "without") {
  const it = new CoreUnderTest();
  it.web
    .on("/gone", { status: 404 })
    .respondWith("/fallback", "<Pause length='60'/>")
    .on("/status", "");
  const has = targets === "with targets";
  const { sid } = it.core.calls.create({
    to: FRIEND,
    from: STATION,
    program: {
      type: "twiml",
      twiml: `<Response><Pause/><Redirect>${APP}/gone</Redirect></Response>`,
      ...(has ? { fallbackUrl: `${APP}/fallback`, fallbackMethod: "POST" } : {}),
    },
    ...(has ? { statusCallback: { url: `${APP}/status`, method: "POST", events: [] } } : {}),
  });
  it.sip.last.sink.onAnswered();
  await settled();
  function methodsOf(path: string) {
    return it.web.requests.filter((request) => request.path === path).map(({ method }) => method);
  }
  return { it, sid, methodsOf };
}

describe("a change of how something is asked, without its URL", () => {
  test("[XR10] holds for the fallback that the call has", async () => {
    const { it, sid, methodsOf } = await aBridge("with targets");

    it.core.calls.update(sid, { fallback: { method: "GET" } });
    await it.clock.advance(1_500);

    expect(methodsOf("/fallback")).toEqual(["GET"]);
  });

  test("[XR10] holds for the status callback that the call has", async () => {
    const { it, sid, methodsOf } = await aBridge("with targets");

    it.core.calls.update(sid, { statusCallback: { method: "GET" } });
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(methodsOf("/status")).toEqual(["GET"]);
  });
});

test("[XR13] a change that is refused changes nothing of the call", async () => {
  const it = new CoreUnderTest();
  it.web.on("/other", "");
  const { sid } = it.core.calls.create({
    to: FRIEND,
    from: STATION,
    program: { type: "twiml", twiml: "<Response><Pause length='60'/></Response>" },
  });
  function change() {
    return it.core.calls.update(sid, {
      program: { type: "url", url: `${APP}/other`, method: "POST" },
      statusCallback: { url: `${APP}/other`, method: "POST", events: [] },
      timeLimitS: 1,
    });
  }

  expect(change).toThrow(expect.objectContaining({ twilioCode: 21220 }));
  it.sip.last.sink.onAnswered();
  await it.clock.advance(5_000);

  expect(it.status(sid)).toBe("in-progress");
  it.sip.last.sink.onEnded({ cause: "hangup" });
  await settled();
  expect(it.web.requestsTo("/other")).toEqual([]);
});
