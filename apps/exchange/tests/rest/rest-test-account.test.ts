import { describe, expect, test } from "vitest";

import { createTools } from "../../src/dev/standalone/create-tools.ts";
import { twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const testAccount = { sid: `AC${"7".repeat(32)}`, authToken: "t".repeat(32) };
const booted = useExchange({ options: { tools: createTools({ testAccount }) } });

function tester() {
  return twilioClient(booted().exchange, [testAccount.sid, testAccount.authToken], testAccount.sid);
}

const own = "+15005550006";
function call(form: object) {
  return tester().calls.create({ to: own, from: own, twiml: "<Response/>", ...form } as never);
}
function buy(form: object) {
  return tester().incomingPhoneNumbers.create(form);
}

describe("the test credentials", () => {
  test.each([
    [{ to: "+15005550001" }, 21217],
    [{ to: "+15005550002" }, 21214],
    [{ to: "+15005550003" }, 21215],
    [{ to: "+15005550004" }, 21216],
    [{ from: "+15005550001" }, 21212],
    [{ from: "+61255500101" }, 21210],
    [{ to: "nobody" }, 21211],
    [{ to: "+9991234567" }, 21217],
    [{ to: "" }, 21201],
    [{ twiml: "<Response" }, 12100],
    [{ twiml: undefined, applicationSid: `AP${"0".repeat(32)}` }, 21218],
    [{ timeout: 0 }, 21208],
    [{ sendDigits: "x" }, 21206],
  ])("a call with %o is refused with %i", async (form, code) => {
    await expect(call(form)).rejects.toMatchObject({ status: 400, code });
  });

  test.each([
    [{ phoneNumber: "+15005550000" }, 21422],
    [{ phoneNumber: "+15005550001" }, 21421],
    [{ phoneNumber: "0255500101" }, 21421],
    [{ phoneNumber: "+61255500101" }, 21422],
    [{ areaCode: "533" }, 21452],
    [{ areaCode: "212" }, 21452],
    [{}, 21421],
    [{ phoneNumber: own, trunkSid: `TK${"0".repeat(32)}` }, 20001],
  ])("buying %o is refused with %i", async (form, code) => {
    await expect(buy(form)).rejects.toMatchObject({ status: 400, code });
  });

  test("are answered as the real ones, and nothing is dialled, told or kept", async () => {
    const { rest, web } = booted();
    const before = web.requests.length;
    const statusCallback = web.url("/test-status");

    const made = await call({ to: "+61491570156", statusCallback });
    const bought = await buy({ phoneNumber: own, friendlyName: "main", voiceUrl: web.url("/v") });
    const free = await buy({ areaCode: "500" });

    expect(made).toMatchObject({
      accountSid: testAccount.sid,
      to: "+61491570156",
      from: own,
      status: "queued",
      direction: "outbound-api",
    });
    expect(made.sid).toMatch(/^CA[0-9a-f]{32}$/);
    expect(bought).toMatchObject({
      accountSid: testAccount.sid,
      phoneNumber: own,
      friendlyName: "main",
      voiceUrl: web.url("/v"),
    });
    expect(free.phoneNumber).toBe(own);
    expect(await rest.calls.list()).toEqual([]);
    expect(await rest.incomingPhoneNumbers.list()).toEqual([]);
    await expect(rest.calls(made.sid).fetch()).rejects.toMatchObject({ code: 20404 });
    expect(web.requests).toHaveLength(before);
  });

  test("reach no other resource, and not the real account: 403 with 20008", async () => {
    const forbidden = { status: 403, code: 20008 };
    const { account } = booted().exchange;
    const login: [string, string] = [testAccount.sid, testAccount.authToken];
    const atReal = twilioClient(booted().exchange, login, account.sid);
    const real = { to: own, from: own, twiml: "<Response/>" };

    await expect(tester().calls.list()).rejects.toMatchObject(forbidden);
    await expect(tester().queues.create({ friendlyName: "q" })).rejects.toMatchObject(forbidden);
    await expect(tester().messages.list()).rejects.toMatchObject(forbidden);
    await expect(tester().api.v2010.accounts(account.sid).fetch()).rejects.toMatchObject(forbidden);
    await expect(atReal.calls.create(real)).rejects.toMatchObject(forbidden);
    await expect(atReal.calls.list()).rejects.toMatchObject(forbidden);
    expect((await booted().request("/../../../inspect/calls/CA0", { login })).status).toBe(401);
  });

  test("the real credentials are a stranger's at the test account", async () => {
    const { account } = booted().exchange;
    const login: [string, string] = [account.sid, account.authToken];
    const foreign = twilioClient(booted().exchange, login, testAccount.sid);
    const form = { to: own, from: own, twiml: "<Response/>" };

    await expect(foreign.calls.create(form)).rejects.toMatchObject({ status: 401, code: 20003 });
  });

  test.each([`AC%37${"7".repeat(31)}`, `%41C${"7".repeat(32)}`, `AC${"%37".repeat(32)}`])(
    "[XR2] nor are they good there when the path writes the sid as %s",
    async (written) => {
      const body = new URLSearchParams({ To: own, From: own, Twiml: "<Response/>" });

      const answer = await booted().request(`/../${written}/Calls.json`, { method: "POST", body });

      expect(answer.status).toBe(401);
    },
  );
});
