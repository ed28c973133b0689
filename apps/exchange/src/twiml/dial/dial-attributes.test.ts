import { describe, expect, test } from "vitest";

import { hasKnownCountryCode } from "../../directory/number-format.ts";
import { CoreUnderTest, ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;
const FRIEND = "+61491570156";

function aCore(): CoreUnderTest {
  const it = new CoreUnderTest();
  it.web.respondWith("/done", AFTER);
  return it;
}

describe("Dial's attributes", () => {
  test.each(["0", "soon", "99999999"])("[XT39] timeLimit %s creates 13216", async (limit) => {
    const it = aCore();

    const call = await it.ringInto(`<Dial timeLimit="${limit}">${FRIEND}</Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([13216]);
    expect(it.sip.dialled).toHaveLength(1);
  });
});

test("[XT61] with more than ten nouns, the first ten ring, and 12200 is created", async () => {
  const it = aCore();
  const nouns = Array.from({ length: 12 }, (_, n) => `<Client>c${n}</Client>`);

  const call = await it.ringInto(`<Dial>${nouns.join("")}</Dial>`);

  expect(it.client.dialled).toHaveLength(10);
  expect(it.errorsOf(call.sid)).toEqual([12200]);
});

describe("when a number cannot be dialled", () => {
  test.each([
    ["<Number>0412</Number>", 13224],
    ["<Number>nobody</Number>", 13224],
    ["<Number>+2101234567</Number>", 13226],
    ["<Number>+61491</Number>", 13224],
  ])("[XT39] %s creates %d, and the action gets this code", async (noun, code) => {
    const it = aCore();

    const call = await it.ringInto(`<Dial action="/done">${noun}</Dial>`);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(it.sip.dialled).toEqual([]);
    expect(it.web.requestsTo("/done")[0]).toMatchObject({
      DialCallStatus: "failed",
      ErrorCode: String(code),
    });
  });

  test("[XT39] a number that the dialling rules refuse creates 13227", async () => {
    const it = aCore();
    const call = await it.ringInto(`<Dial action="/done">${FRIEND}</Dial>`);

    const message = "numbers of this country are not allowed";
    await ends(it.sip.last, { cause: "failed", sipCode: 403, message, twilioCode: 13227 });

    expect(it.errorsOf(call.sid)).toEqual([13227]);
    expect(it.web.requestsTo("/done")[0]).toMatchObject({ ErrorCode: "13227" });
  });

  test("[XT39] a call from a browser needs a callerId to dial a number", async () => {
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

describe("the attributes of a Number", () => {
  test("[XT13][XW9] statusCallback gets the requested events by its method", async () => {
    const it = aCore();
    it.web.respondWith("/leg", "");
    const asks = `statusCallback="/leg" statusCallbackMethod="GET" statusCallbackEvent="ringing bogus completed"`;
    await it.ringInto(`<Dial><Number ${asks}>${FRIEND}</Number></Dial>`);

    it.sip.last.sink.onRinging();
    await ends(it.sip.last, { cause: "not-found", sipCode: 404 });

    const callbacks = it.web.requests.filter(({ path }) => path === "/leg");
    expect(callbacks.map(({ method, params }) => [method, params["CallStatus"]])).toEqual([
      ["GET", "ringing"],
      ["GET", "failed"],
    ]);
    expect(callbacks[1]?.params).toMatchObject({ SipResponseCode: "404", CallDuration: "0" });
  });

  test("[XI65] username and password of a Sip are used for the call", async () => {
    const it = aCore();

    await it.ringInto(`<Dial><Sip username="desk" password="pa ss">sip:x@y.test</Sip></Dial>`);

    expect(it.sip.last.request.credentials).toEqual({ username: "desk", password: "pa ss" });
  });
});
