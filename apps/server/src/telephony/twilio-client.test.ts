import { expect, test } from "vitest";

import { serviceOrigin } from "./twilio-client.ts";

const account = { accountSid: "AC1", apiKey: "SK1", apiSecret: "secret", apiUrl: null };

test.each([
  [{}, "https://api.twilio.com"],
  [{ edge: "sydney" }, "https://api.twilio.com"],
  [{ region: "au1" }, "https://api.au1.twilio.com"],
  [{ region: "au1", edge: "roaming" }, "https://api.au1.twilio.com"],
  [{ region: "au1", edge: "sydney" }, "https://api.sydney.au1.twilio.com"],
  [{ region: "au1", edge: "sydney", apiUrl: "http://10.0.0.5" }, "http://10.0.0.5"],
])("[CA62] with %o the API is at %s", (given, origin) => {
  expect(serviceOrigin({ ...account, ...given })).toBe(origin);
});
