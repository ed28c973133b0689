import { describe, expect, test } from "vitest";

import { FakeClock, settled } from "@linedesk/base/testing";
import { CoreUnderTest, LISTENER, STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import { CallTokens } from "./call-token.ts";

const call = { callSid: `CA${"1".repeat(32)}`, from: LISTENER, to: STATION };
const TARGET = "+61491570158";

describe("call tokens", () => {
  test("[XR67] speak of their call for four hours, percent-encoded or not", async () => {
    const clock = new FakeClock();
    const tokens = new CallTokens("secret", clock);
    const token = tokens.issue(call);

    expect(token).toMatch(/^%7B%22parentCallInfoToken%22%3A%22eyJ/);
    expect(tokens.verify(token)).toMatchObject(call);
    expect(tokens.verify(decodeURIComponent(token))).toMatchObject(call);
    await clock.advance(14_399_000);
    expect(tokens.verify(token)).toMatchObject(call);
    await clock.advance(2_000);
    expect(tokens.verify(token)).toBeNull();
  });

  test("[XR67] that are forged, broken or of somebody else are none", () => {
    const clock = new FakeClock();
    const tokens = new CallTokens("secret", clock);
    const token = decodeURIComponent(tokens.issue(call));
    const [head = "", , signature = ""] = token.split(".");
    const body = Buffer.from(JSON.stringify({ ...call, from: "+1", iat: "1" })).toString(
      "base64url",
    );
    const forged = [
      decodeURIComponent(new CallTokens("other", clock).issue(call)),
      `${head}.${body}.${signature}`,
      token.slice(0, -40),
      "",
      "%7B%",
      "null",
      "[]",
      '{"parentCallInfoToken":"..."}',
      `{"parentCallInfoToken":"${"x".repeat(5000)}"}`,
    ];

    expect(forged.map((each) => tokens.verify(each))).toEqual(forged.map(() => null));
  });
});

describe("a call that is passed on", () => {
  const request = {
    to: TARGET,
    from: LISTENER,
    program: { type: "twiml" as const, twiml: "<Response><Pause/></Response>" },
  };

  async function withToken() {
    const it = new CoreUnderTest();
    await it.ringInto('<Pause length="60"/>');
    return { it, callToken: it.web.requestsTo("/incoming")[0]?.["CallToken"] ?? "" };
  }

  test("[XR67] shows its caller, whose number is not ours, and says who sends it on", async () => {
    const { it, callToken } = await withToken();
    expect(() => it.core.calls.create(request)).toThrow("neither our number");

    const made = it.core.calls.create({ ...request, callToken });

    expect(made).toMatchObject({ from: LISTENER, forwardedFrom: STATION });
    expect(it.sip.last.request).toMatchObject({ from: LISTENER, forwardedFrom: STATION });
    it.core.conferences.addParticipant("talk", { ...request, callToken, join: {} });
    expect(it.sip.last.request).toMatchObject({ from: LISTENER });
  });

  test("[XR67] is refused with another caller, and with a token that is none", async () => {
    const { it, callToken } = await withToken();
    const other = { ...request, from: "+61491570999", callToken };

    expect(() => it.core.calls.create(other)).toThrow("not the caller");
    expect(() => it.core.calls.create({ ...request, callToken: "x" })).toThrow("'CallToken'");
  });

  test("[XR67] the token is in the requests for documents alone, and not of browsers", async () => {
    const { it } = await withToken();
    await settled();
    const { sid } = it.core.directory.applications.create({ voiceUrl: `${APP}/incoming` });
    await it.ring({ from: "client:alice", to: "client:desk", applicationSid: sid }, "client");

    expect(it.web.requestsTo("/status").filter((each) => "CallToken" in each)).toEqual([]);
    expect(it.web.requestsTo("/incoming").map((each) => "CallToken" in each)).toEqual([
      true,
      false,
    ]);
  });
});

describe("how a call is dialled", () => {
  const program = { type: "twiml" as const, twiml: "<Response><Pause/></Response>" };

  test("[XR67] its reason goes along, to a browser as a parameter", () => {
    const it = new CoreUnderTest();
    const reason = "You won the prize";
    it.core.calls.create({ to: TARGET, from: STATION, program, reason });
    it.core.calls.create({ to: "client:bob?team=a", from: "client:desk", program, reason });

    expect(it.sip.last.request.reason).toBe(reason);
    expect(it.client.last.request).toMatchObject({
      to: "client:bob",
      params: [
        ["team", "a"],
        ["CallReason", reason],
      ],
    });
  });

  test("[XR67] credentials and the trunk that is asked for reach the dialler", () => {
    const it = new CoreUnderTest();
    const credentials = { username: "ann", password: "secret" };
    it.core.calls.create({ to: "sip:a@b", from: STATION, program, credentials, byoc: "BY1" });

    expect(it.sip.last.request).toMatchObject({ credentials, byoc: "BY1" });
  });

  test("[XR67] a trunk that nobody knows is refused, of a number alone", () => {
    const it = new CoreUnderTest();
    const sip = Object.assign(it.sip, { knowsTrunk: (sid: string) => sid === "BY2" });
    it.core.edges.setDialers({ client: it.client, sip });
    const byNumber = { to: TARGET, from: STATION, program };

    expect(() => it.core.calls.create({ ...byNumber, byoc: "BY1" })).toThrow("'Byoc'");
    it.core.calls.create({ ...byNumber, byoc: "BY2" });
    it.core.calls.create({ to: "sip:a@b", from: STATION, program, byoc: "BY1" });
    expect(it.sip.dialled).toHaveLength(2);
  });

  test("[XR272] a number of ours is dialled by the trunk that is named, and within without one", () => {
    const it = new CoreUnderTest();
    const sip = Object.assign(it.sip, { knowsTrunk: (sid: string) => sid === "BY2" });
    it.core.edges.setDialers({ client: it.client, sip });
    const ours = { to: STATION, from: STATION, program };

    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(0);
    expect(() => it.core.calls.create({ ...ours, byoc: "BY1" })).toThrow("'Byoc'");
    it.core.calls.create({ ...ours, byoc: "BY2" });

    expect(it.sip.last.request).toMatchObject({ to: STATION, byoc: "BY2" });
  });

  test("[XR272] a number of ours that is not dialled within leaves by a trunk, where there is one", async () => {
    const it = new CoreUnderTest();
    const { numbers } = it.core.directory;
    const { sid = "" } = numbers.findByNumber(STATION) ?? {};
    let hasTrunk = true;
    const sip = Object.assign(it.sip, { hasTrunk: () => hasTrunk });
    it.core.edges.setDialers({ client: it.client, sip });
    const ours = { to: STATION, from: STATION, program };

    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(0);
    numbers.update(sid, { dialledWithin: false });
    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(1);
    expect(it.sip.last.request).toMatchObject({ to: STATION });
    await it.ringInto('<Pause length="60"/>');
    expect(it.web.requestsTo("/incoming").at(-1)).toMatchObject({ To: STATION });

    hasTrunk = false;
    it.core.calls.create(ours);
    expect(it.sip.dialled).toHaveLength(1);
  });

  test("[XR17] app: puts an application into a room, and is for participants alone", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/robot", '<Pause length="60"/>');
    const { sid } = it.core.directory.applications.create({ voiceUrl: `${APP}/robot` });
    const to = `app:${sid}`;

    it.core.conferences.addParticipant("talk", {
      to: `${to}?mood=glad`,
      from: STATION,
      join: {},
    });
    await it.clock.advance(500);

    expect(it.web.requestsTo("/robot")).toMatchObject([
      { To: to, From: STATION, ApplicationSid: sid, Direction: "inbound", mood: "glad" },
    ]);
    expect(it.core.conferences.participants("talk")).toMatchObject([{ status: "connected" }]);
    expect(() => it.core.calls.create({ to, from: STATION, program })).toThrow("participants");
    expect(() =>
      it.core.conferences.addParticipant("talk", { to: "app:AP0", from: STATION, join: {} }),
    ).toThrow("names no application");
  });
});
