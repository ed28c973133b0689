import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { hasKnownCountryCode } from "../../directory/number-format.ts";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;
const FRIEND = "+61491570156";

function aCore(): CoreUnderTest {
  const it = new CoreUnderTest();
  it.web.respondWith("/done", AFTER);
  return it;
}

describe("Dial's attributes", () => {
  test("[XT14] sequential rings one after the other, each for the whole timeout", async () => {
    const it = aCore();
    const nouns = "<Client>alice</Client><Client>bob</Client>";
    await it.ringInto(`<Dial sequential="true" timeout="10" action="/done">${nouns}</Dial>`);
    expect(it.client.dialled.map(({ request }) => request.to)).toEqual(["client:alice"]);

    await it.clock.advance(10_100);
    expect(it.client.dialled[0]?.leg.declined).toMatchObject({ cause: "no-answer" });
    expect(it.client.last.request.to).toBe("client:bob");
    it.client.last.sink.onEnded({ cause: "busy" });
    await settled();

    expect(it.web.requestsTo("/done")[0]).toMatchObject({ DialCallStatus: "busy" });
  });

  test("[XT14] hangupOnStar is the caller's alone; other keys change nothing", async () => {
    const it = aCore();
    const call = await it.ringInto(`<Dial hangupOnStar="true">${FRIEND}</Dial>${AFTER}`);
    it.sip.last.sink.onAnswered();
    await settled();

    it.sip.last.sink.onDigit("*");
    call.sink.onDigit("5");
    await settled();
    expect(it.soundOf(call)).toBe("room");
    call.sink.onDigit("*");
    await settled();

    expect(it.sip.last.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
  });

  test("[XT14] answerOnBridge: nobody answers, and the caller was never answered", async () => {
    const it = aCore();
    const call = await it.ringInto(
      `<Dial answerOnBridge="true" timeout="5">${FRIEND}</Dial><Reject reason="busy"/>`,
    );

    await it.clock.advance(5_100);

    expect(call.leg.answers).toBe(0);
    expect(it.status(call.sid)).toBe("busy");
  });

  test("[XT14] ringTone is what the caller hears; an unknown one is 12200 and our own", async () => {
    const it = aCore();

    const known = await it.ringInto(`<Dial ringTone="us">${FRIEND}</Dial>`);
    const unknown = await it.ringInto(`<Dial ringTone="atlantis">${FRIEND}</Dial>`);

    function soundOf(call: typeof known) {
      return it.media.playing.get(call.leg.id)?.source;
    }
    expect(soundOf(known)).toEqual({ type: "progress", tone: "ringback", country: "us" });
    expect(soundOf(unknown)).toEqual({ type: "progress", tone: "ringback" });
    expect(it.errorsOf(unknown.sid)).toEqual([12200]);
  });

  test.each(["0", "soon", "99999999"])("[XT39] timeLimit %s is 13216", async (limit) => {
    const it = aCore();

    const call = await it.ringInto(`<Dial timeLimit="${limit}">${FRIEND}</Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([13216]);
    expect(it.sip.dialled).toHaveLength(1);
  });

  test("[XT61] what is not supported is named as 12200, and the call goes on", async () => {
    const it = aCore();

    const call = await it.ringInto(`<Dial events="/events">${FRIEND}</Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(it.sip.dialled).toHaveLength(1);
  });
});

test("[XT61] of more than ten nouns the first ten ring, with 12200", async () => {
  const it = aCore();
  const nouns = Array.from({ length: 12 }, (_, n) => `<Client>c${n}</Client>`);

  const call = await it.ringInto(`<Dial>${nouns.join("")}</Dial>`);

  expect(it.client.dialled).toHaveLength(10);
  expect(it.errorsOf(call.sid)).toEqual([12200]);
});

describe("numbers that cannot be dialled", () => {
  test.each([
    ["<Number>0412</Number>", 13224],
    ["<Number>nobody</Number>", 13224],
    ["<Number>+2101234567</Number>", 13226],
    ["<Number>+61491</Number>", 13224],
  ])("[XT39] %s is %d, and the action learns it", async (noun, code) => {
    const it = aCore();

    const call = await it.ringInto(`<Dial action="/done">${noun}</Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(it.sip.dialled).toEqual([]);
    expect(it.web.requestsTo("/done")[0]).toMatchObject({
      DialCallStatus: "failed",
      ErrorCode: String(code),
    });
  });

  test("[XT39] one that the dialling rules forbid is 13227", async () => {
    const it = aCore();
    const call = await it.ringInto(`<Dial action="/done">${FRIEND}</Dial>`);

    const message = "numbers of this country are not allowed";
    it.sip.last.sink.onEnded({ cause: "failed", sipCode: 403, message, twilioCode: 13227 });
    await settled();

    expect(it.errorsOf(call.sid)).toEqual([13227]);
    expect(it.web.requestsTo("/done")[0]).toMatchObject({ ErrorCode: "13227" });
  });

  test("[XT39] a browser's caller needs a callerId for a number", async () => {
    const it = aCore();
    it.web.respondWith("/incoming", `<Dial>${FRIEND}</Dial>${AFTER}`);

    const call = await it.ring({ from: "client:alice" }, "client");

    expect(it.errorsOf(call.sid)).toEqual([13214]);
  });

  test.each([
    ["+61255500101", true],
    ["+15005550006", true],
    ["+85512345678", true],
    ["+88212345678", true],
    ["+69312345678", false],
    ["+3841234567", false],
    ["+999", false],
    ["+8", false],
  ])("[XT39] the country code of %s is known: %s", (number, isKnown) => {
    expect(hasKnownCountryCode(number)).toBe(isKnown);
  });
});

describe("what a Number brings", () => {
  test("[XT13] sendDigits are keyed to the callee, then their url, then the two talk", async () => {
    const it = aCore();
    it.web.respondWith("/whisper", `<Play>${APP}/for-you.wav</Play>`);
    const number = `<Number sendDigits="1w2" url="/whisper" method="GET">${FRIEND}</Number>`;
    const call = await it.ringInto(`<Dial>${number}</Dial>`);

    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.media.sentDigits).toEqual(["1"]);
    expect(it.web.requestsTo("/whisper")).toEqual([]);
    await it.clock.advance(2_000);

    expect(it.media.sentDigits).toEqual(["1", "2"]);
    const [request] = it.web.requests.filter(({ path }) => path === "/whisper");
    expect(request).toMatchObject({
      method: "GET",
      params: { CallSid: it.sip.last.request.callSid, ParentCallSid: call.sid },
    });
    expect(it.soundOf(it.sip.last)).toBe(`${APP}/for-you.wav`);
    await it.finish(it.sip.last);
    expect(it.soundOf(call)).toBe("room");
  });

  test("[XT150] a callee's document that redirects in a circle ends after twenty", async () => {
    const it = aCore();
    it.web.respondWith("/whisper", "<Redirect/>");
    const call = await it.ringInto(`<Dial><Number url="/whisper">${FRIEND}</Number></Dial>`);

    it.sip.last.sink.onAnswered();
    await it.clock.advance(1_000);

    expect(it.web.requestsTo("/whisper")).toHaveLength(20);
    expect(it.soundOf(call)).toBe("room");
  });

  test("[XT13][XT15] a callee whose document hangs up is not connected, and DialBridged tells", async () => {
    const it = aCore();
    it.web.respondWith("/whisper", "<Hangup/>");
    const call = await it.ringInto(
      `<Dial action="/done"><Number url="/whisper">${FRIEND}</Number></Dial>`,
    );

    it.sip.last.sink.onAnswered();
    await settled();

    expect(it.sip.last.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
    expect(it.web.requestsTo("/done")).toMatchObject([
      { DialCallStatus: "completed", DialBridged: "false" },
    ]);
  });

  test("[XT13][XW9] its statusCallback tells what it asked for, by its method", async () => {
    const it = aCore();
    it.web.respondWith("/leg", "");
    const asks = `statusCallback="/leg" statusCallbackMethod="GET" statusCallbackEvent="ringing bogus completed"`;
    await it.ringInto(`<Dial><Number ${asks}>${FRIEND}</Number></Dial>`);

    it.sip.last.sink.onRinging();
    it.sip.last.sink.onEnded({ cause: "not-found", sipCode: 404 });
    await settled();

    const callbacks = it.web.requests.filter(({ path }) => path === "/leg");
    expect(callbacks.map(({ method, params }) => [method, params["CallStatus"]])).toEqual([
      ["GET", "ringing"],
      ["GET", "failed"],
    ]);
    expect(callbacks[1]?.params).toMatchObject({ SipResponseCode: "404", CallDuration: "0" });
  });

  test("[XI65] a Sip's username and password go with the call", async () => {
    const it = aCore();

    await it.ringInto(`<Dial><Sip username="desk" password="pa ss">sip:x@y.test</Sip></Dial>`);

    expect(it.sip.last.request.credentials).toEqual({ username: "desk", password: "pa ss" });
  });
});
