import { describe, expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const own = "+61255500101";
const booted = useExchange({
  furnish: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: own, voiceUrl: web.url("/incoming") }),
});

async function ask(method: string, path: string, form?: string): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return booted().request(path, form === undefined ? { method } : { method, headers, body: form });
}

const fields = "To=client:a&From=client:b&Twiml=%3CResponse/%3E";
const late = "x".repeat(501);

describe("a wrong value is not passed over", () => {
  test.each([
    ["POST", "/Calls.json", `${fields}&TimeLimit=1&TimeLimit=2`, 20001, "TimeLimit"],
    ["POST", "/Calls.json", `${fields}&TimeLimit=`, 20001, "TimeLimit"],
    ["POST", "/Calls.json", `${fields}&StatusCallbackEvent=`, 21626, "StatusCallbackEvent"],
    ["POST", "/Calls.json", `${fields}&StatusCallbackEvent=+`, 21626, "StatusCallbackEvent"],
    ["POST", "/Calls.json", `${fields}&To=client:c`, 21211, "To"],
    ["POST", "/Calls.json", fields.replace("client:a", late), 21211, "To"],
    ["POST", "/Calls.json", fields.replace("client:a", ""), 21201, "To"],
    ["POST", "/Calls.json", fields.replace("client:b", late), 21212, "From"],
    ["POST", "/Calls.json", fields.replace("client:b", ""), 21213, "From"],
    ["POST", "/Conferences/r/Participants.json", "From=client:a&To=b&Muted=", 20001, "Muted"],
    ["POST", "/IncomingPhoneNumbers.json", "PhoneNumber=0255500101", 21421, "E.164"],
    ["POST", "/IncomingPhoneNumbers.json", "PhoneNumber=%2B61255500101", 21422, "already"],
    ["GET", "/Calls.json?Status=completed&Status=busy", undefined, 20001, "Status"],
    ["GET", "/Calls.json?Status=", undefined, 20001, "Status"],
    ["GET", "/Calls.json?PageToken=CA1", undefined, 20001, "PageToken"],
    ["GET", "/Calls.json?PageToken=PAxx", undefined, 20001, "PageToken"],
    ["GET", `/Queues.json?PageToken=PACA${"0".repeat(32)}`, undefined, 20001, "PageToken"],
  ])(
    "[XR76][XR222] %s %s with %s answers %s %i, naming it",
    async (method, path, form, code, words) => {
      const response = await ask(method, path, form);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code,
        message: expect.stringContaining(words),
        status: 400,
      });
    },
  );
});
