import { decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";

import { signVoiceToken } from "./voice-token.ts";

const grant = {
  accountSid: "AC1",
  apiKey: "SK1",
  apiSecret: "secret",
  identity: "u1",
  applicationSid: "AP1",
  incoming: true,
};

test("[CA62] the voice token names the region, if there is one", async () => {
  const now = new Date();
  const plain = decodeProtectedHeader(await signVoiceToken({ ...grant, region: null }, now));
  expect(plain).toEqual({ alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" });

  const regional = decodeProtectedHeader(await signVoiceToken({ ...grant, region: "au1" }, now));
  expect(regional["twr"]).toBe("au1");
});
