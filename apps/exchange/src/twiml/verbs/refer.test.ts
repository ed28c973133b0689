import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, aCallInto, ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;
const TARGET = "sip:carla@pbx.example?X-Account=7";

async function referred(
  attributes = 'action="/done"',
  kind: "sip" | "client" = "sip",
  prepare: (it: CoreUnderTest) => void = () => undefined,
) {
  const it = new CoreUnderTest();
  prepare(it);
  it.web.respondWith("/done", AFTER);
  const verbs = `<Refer ${attributes}><Sip>${TARGET}</Sip></Refer>${AFTER}`;
  const call = await it.ringInto(verbs, kind);
  return { it, call, actionRequests: () => it.web.requestsTo("/done") };
}

describe("Refer", () => {
  test("[XT89] answers the call and asks its far end to call the Sip, with its headers", async () => {
    const { call, actionRequests } = await referred();

    expect(call.leg.answers).toBe(1);
    expect(call.leg.referred?.to).toBe(TARGET);
    expect(actionRequests()).toEqual([]);
  });

  test.each([
    ["is connected", { sipCode: 202, notifiedCode: 200 }, ["in-progress", "202", "200"]],
    ["was busy", { sipCode: 202, notifiedCode: 486 }, ["busy", "202", "486"]],
    ["was not answered", { sipCode: 202, notifiedCode: 408 }, ["no-answer", "202", "408"]],
    ["was not found", { sipCode: 202, notifiedCode: 404 }, ["failed", "202", "404"]],
    ["never ends ringing", { sipCode: 202, notifiedCode: 180 }, ["ringing", "202", "180"]],
    ["was tried", { sipCode: 202, notifiedCode: 100 }, ["queued", "202", "100"]],
    ["is never reported", { sipCode: 202, notifiedCode: null }, [undefined, "202", undefined]],
    ["was refused", { sipCode: 405, notifiedCode: null }, ["failed", "405", undefined]],
    ["got no response", { sipCode: null, notifiedCode: null }, ["failed", undefined, undefined]],
  ] as const)("[XT89] reports to its action a new call that %s", async (_how, result, reported) => {
    const { it, call, actionRequests } = await referred();

    call.leg.referred?.finish(result);
    await settled();

    const [params = {}] = actionRequests();
    const names = ["ReferCallStatus", "ReferSipResponseCode", "NotifySipResponseCode"];
    expect(names.map((name) => params[name])).toEqual(reported);
    expect(params["CallSid"]).toBe(call.sid);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT89] without an action continues with the next verb", async () => {
    const { it, call } = await referred("");

    call.leg.referred?.finish({ sipCode: 202, notifiedCode: 200 });
    await settled();

    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT89] is canceled when its caller hangs up first, with the last reported state", async () => {
    const { call, actionRequests } = await referred();
    call.leg.referred?.onProgress({ sipCode: 202, notifiedCode: 180 });

    await ends(call);

    expect(actionRequests()).toMatchObject([
      { ReferCallStatus: "canceled", ReferSipResponseCode: "202", NotifySipResponseCode: "180" },
    ]);
  });

  test("[XT89] on a call that is not over SIP fails with 13801, and nothing is sent", async () => {
    const { it, call, actionRequests } = await referred('action="/done"', "client");

    expect(call.leg.referred).toBeNull();
    expect(it.errorsOf(call.sid)).toEqual([13801]);
    expect(actionRequests()).toMatchObject([{ ReferCallStatus: "failed", ErrorCode: "13801" }]);
  });

  test.each([
    "<Sip>carla</Sip>",
    "<Sip>tel:+61491570157</Sip>",
    "<Sip>sip:carla&gt;,x@pbx.example</Sip>",
    "<Sip>sip:carla @pbx.example</Sip>",
    "<Sip>sip:882161234567?@carrier.example</Sip>",
    "<Sip>sip:882161234567@carrier.example@pbx.example</Sip>",
    `<Sip>sip:carla@pbx.example?X-A=${"a".repeat(256)}</Sip>`,
    "",
  ])("[XT89] refuses '%s' with 12200, and the next verb runs", async (inside) => {
    const { it, call } = await aCallInto(`<Refer>${inside}</Refer>${AFTER}`);

    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(call.leg.referred).toBeNull();
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test.each([
    [21211, "13224"],
    [21215, "13227"],
    [21216, "13227"],
    [21219, "13227"],
  ])(
    "[XT89] to a target that a Dial may not call (%s) fails with %s, and nothing is sent",
    async (twilioCode, code) => {
      const { it, call, actionRequests } = await referred('action="/done"', "sip", (under) => {
        under.sip.forbidden = () => ({ twilioCode, message: "not allowed" });
      });

      expect(call.leg.referred).toBeNull();
      expect(it.errorsOf(call.sid)).toEqual([Number(code)]);
      expect(actionRequests()).toMatchObject([{ ReferCallStatus: "failed", ErrorCode: code }]);
    },
  );

  test("[XT89] logs each noun and attribute that it does not support", async () => {
    const it = new CoreUnderTest();
    const inside = `<Number>1</Number><Sip username="a">${TARGET}</Sip><Sip>${TARGET}</Sip>`;

    const call = await it.ringInto(`<Refer>${inside}</Refer>`);

    expect(it.errorsOf(call.sid)).toEqual([12200, 12200, 12200]);
    expect(call.leg.referred?.to).toBe(TARGET);
  });

  test("[XT89] is stopped by a redirect by REST, and its action is not requested", async () => {
    const { it, call, actionRequests } = await referred();

    it.core.calls.update(call.sid, {
      program: { type: "twiml", twiml: `<Response>${AFTER}</Response>` },
    });
    await settled();

    expect(actionRequests()).toEqual([]);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });
});
