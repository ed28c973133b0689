import twilio from "twilio";
import { afterEach, expect, test } from "vitest";

import { TwoExchangesDesk, twilioAccount } from "../support/two-exchanges-desk.ts";

const both = await TwoExchangesDesk.openWithTwilio();
const { desk, main, spare: account } = both;
const { presenter } = desk.people;

afterEach(() => both.clear());

test("[CA73] [SR115] one person has a call at Twilio and a call at an exchange, each in a room of its own service", async () => {
  const here = await both.converse(main, { person: presenter, from: "+61491570156" });
  const there = await both.converse(account, {
    person: presenter,
    from: "+61491570157",
    line: "line2",
  });

  expect((await desk.call(here.id)).service).toBeUndefined();
  expect(await desk.call(there.id)).toMatchObject({
    service: "twilio",
    desk: { status: "screening" },
  });
  const rooms = [...account.rooms.keys()];
  expect(rooms).toEqual([expect.stringMatching(new RegExp(`^call:${there.id}@[0-9a-f]{8}$`))]);
  expect([...main.rooms.keys()]).toEqual([`call:${here.id}`]);
});

test("[CA72] a request is signed with the token of the account that its address names", async () => {
  const path = "/api/twilio/voice/incoming?x=twilio";
  const url = `${twilioAccount.PUBLIC_URL}${path}`;
  const params = { CallSid: "CA1", To: desk.line, From: "+61491570158", CallStatus: "ringing" };
  async function statusWith(token: string): Promise<number> {
    const signature = twilio.getExpectedTwilioSignature(token, url, params);
    const answer = await account.deliver(path, params, { "x-twilio-signature": signature });
    return answer.status;
  }

  expect(await statusWith(desk.telephonyConfig.authToken)).toBe(403);
  expect(await statusWith(twilioAccount.TWILIO_AUTH_TOKEN)).toBe(200);
});

test("[CA80] each voice token is issued by the account of the requested service", async () => {
  async function issuerOf(service: string): Promise<unknown> {
    const body = { identity: presenter.id, service };
    const { token } = (await desk.post("/twilio/auth", body, presenter)).body;
    const [, claims = ""] = String(token).split(".");
    return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { iss: unknown }).iss;
  }

  expect(await issuerOf("twilio")).toBe(twilioAccount.TWILIO_API_KEY);
  expect(await issuerOf("main")).toBe(desk.telephonyConfig.apiKey);
});
