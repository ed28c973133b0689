import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import {
  CoreUnderTest,
  LISTENER,
  aCallInto,
  ends,
  answers,
} from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;
const FRIEND = "+61491570156";

describe("Dial Number", () => {
  test("[XT13][XT15] rings, connects, and sends the result to the action", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Hangup/>");
    const call = await it.ringInto(`<Dial action="/done">${FRIEND}</Dial>`);
    expect(it.sip.last.request).toMatchObject({ to: FRIEND, from: LISTENER });
    expect(it.soundOf(call)).toBe("ringback");

    it.sip.last.sink.onRinging();
    await answers(it.sip.last);
    expect(it.soundOf(call)).toBe("room");
    expect(it.soundOf(it.sip.last)).toBe("room");
    await it.clock.advance(42_000);
    await ends(it.sip.last);

    expect(it.web.requestsTo("/done")[0]).toMatchObject({
      DialCallStatus: "completed",
      DialCallSid: it.sip.last.request.callSid,
      DialCallDuration: "42",
      DialBridged: "true",
    });
    const child = it.core.calls.find(it.sip.last.request.callSid);
    expect(child).toMatchObject({
      parentCallSid: call.sid,
      direction: "outbound-dial",
      status: "completed",
      durationS: 42,
    });
  });

  test.each([
    [{ cause: "busy", sipCode: 486 }, "busy"],
    [{ cause: "not-found", sipCode: 404 }, "failed"],
    [{ cause: "no-answer" }, "no-answer"],
  ] as const)("[XI41] to a far end that ends with %o has the status `%s`", async (end, status) => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Hangup/>");
    await it.ringInto(`<Dial action="/done">${FRIEND}</Dial>`);

    await ends(it.sip.last, end);

    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: status });
  });

  test("[XT14] rings for 30 s, then continues with the next verb", async () => {
    const { it, call } = await aCallInto(`<Dial>${FRIEND}</Dial>${AFTER}`);

    await it.clock.advance(29_900);
    expect(it.sip.last.leg.isOver).toBe(false);
    await it.clock.advance(200);

    expect(it.sip.last.leg.declined).toMatchObject({ cause: "no-answer" });
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT14] ends the connection at timeLimit, and the document continues", async () => {
    const { it, call } = await aCallInto(`<Dial timeLimit="60">${FRIEND}</Dial>${AFTER}`);
    await answers(it.sip.last);

    await it.clock.advance(60_100);

    expect(it.sip.last.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("cancels the dialled call when the caller hangs up during the ringing, and the action gets the result", async () => {
    const { it, call } = await aCallInto(`<Dial action="/done">${FRIEND}</Dial>`);

    await ends(call);

    expect(it.sip.last.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(it.status(it.sip.last.request.callSid)).toBe("canceled");
    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: "canceled" });
  });

  test("[XT39] refuses a foreign caller id with 13214", async () => {
    const { it, call } = await aCallInto(`<Dial callerId="+61400000000">${FRIEND}</Dial>${AFTER}`);

    expect(it.sip.dialled).toHaveLength(0);
    expect(it.errorsOf(call.sid)).toEqual([13214]);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT39] may show a verified caller id", async () => {
    const it = new CoreUnderTest();
    it.core.directory.callerIds.add({ phoneNumber: "+61255509999" });

    await it.ringInto(`<Dial callerId="+61255509999">${FRIEND}</Dial>`);

    expect(it.sip.last.request.from).toBe("+61255509999");
  });

  test("[XR272] to a number of the account stays inside the exchange, over two connected legs", async () => {
    const it = new CoreUnderTest();
    const inner = "+61255500102";
    it.core.directory.numbers.create({ phoneNumber: inner, voiceUrl: `${APP}/inner` });
    it.web.respondWith("/inner", `<Play loop="0">${APP}/inner.wav</Play>`);

    const call = await it.ringInto(`<Dial>${inner}</Dial>`);
    await settled();

    expect(it.sip.dialled).toHaveLength(0);
    expect(it.soundOf(call)).toBe("room");
    const [one, other] = [...it.media.rtp.values()];
    expect(one?.remotePort).toBe(40_002);
    expect(other?.remotePort).toBe(40_001);
    const arrived = it.core.calls.list({ to: inner }).find((each) => each.direction === "inbound");
    expect(arrived).toMatchObject({ from: LISTENER, status: "in-progress" });

    await ends(call);

    expect(it.core.calls.list().every(({ status }) => status === "completed")).toBe(true);
  });
});

describe("Dial with several nouns, clients and sip", () => {
  test("[XT13] rings all together, and connects the first that answers", async () => {
    const it = new CoreUnderTest();
    await it.ringInto(
      `<Dial><Client>alice</Client><Client>bob</Client><Sip>sip:x@y.test</Sip></Dial>`,
    );
    const [alice, bob] = it.client.dialled;

    bob?.sink.onAnswered();
    await settled();

    expect(alice?.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(it.sip.last.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(bob?.leg.isOver).toBe(false);
  });

  test("[XS18] sends a client its parameters, and its callbacks to the application", async () => {
    const it = new CoreUnderTest();
    await it.ringInto(
      `<Dial><Client statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed"><Identity>alice</Identity><Parameter name="who" value="a b"/></Client></Dial>`,
    );
    expect(it.client.last.request).toMatchObject({ to: "client:alice", params: [["who", "a b"]] });

    it.client.last.sink.onRinging();
    await answers(it.client.last);
    await ends(it.client.last);

    const callbacks = it.web.requestsTo("/leg");
    expect(callbacks.map(({ CallStatus }) => CallStatus)).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
    expect(callbacks.map(({ SequenceNumber }) => SequenceNumber)).toEqual(["0", "1", "2", "3"]);
  });

  test("[XM11] plays music to a party while the other party's leg is silent", async () => {
    const { it, call } = await aCallInto(`<Dial><Client>alice</Client></Dial>`);
    await answers(it.client.last);

    it.media.emit({ type: "leg.media_lost", leg: it.client.last.leg.id });
    expect(it.soundOf(call)).toBe("hold-music");
    it.media.emit({ type: "leg.media_restored", leg: it.client.last.leg.id });

    expect(it.soundOf(call)).toBe("room");
  });

  test("continues for the caller when REST redirects the called party", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/elsewhere", `<Play>${APP}/elsewhere.wav</Play>`);
    const call = await it.ringInto(`<Dial><Client>alice</Client></Dial>${AFTER}`);
    await answers(it.client.last);

    await it.redirect(it.client.last.request.callSid, "/elsewhere");

    expect(it.soundOf(it.client.last)).toBe(`${APP}/elsewhere.wav`);
    expect(it.client.last.leg.isOver).toBe(false);
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("hangs up the called party when REST redirects the caller", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/elsewhere", `<Play>${APP}/elsewhere.wav</Play>`);
    const call = await it.ringInto(`<Dial><Client>alice</Client></Dial>${AFTER}`);
    await answers(it.client.last);

    await it.redirect(call.sid, "/elsewhere");

    expect(it.soundOf(call)).toBe(`${APP}/elsewhere.wav`);
    expect(it.client.last.leg.hungUp).not.toBeNull();
  });
});
