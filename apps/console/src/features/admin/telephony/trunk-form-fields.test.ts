import { expect, test } from "vitest";

import type { TrunkSetup } from "@linedesk/contract";
import { toTrunkChange, toTrunkFields, toTrunkSchema } from "./trunk-form-fields.ts";

const carrier: TrunkSetup = {
  id: "0197f2c4-7a1b-7c3d-8e4f-000000000001",
  version: 3,
  sid: `TK${"1".repeat(32)}`,
  hasPassword: true,
  name: "carrier",
  hosts: ["sip1.carrier.example", "[2001:db8::1]:5071"],
  transport: "tls",
  domain: "radio.example",
  authority: null,
  keepAliveS: 0,
  sources: ["203.0.113.0/24", "2001:db8::/32"],
  challenges: true,
  username: "2zz-studio",
  registers: true,
  registrar: null,
  registersAs: "+61255500100",
  expiresS: 300,
  channels: 130,
  priority: 2,
  codecs: ["opus", "PCMA"],
  encryption: "required",
  keysInClear: false,
  digits: "info",
  carries: ["+61*", "000"],
  callerId: "+61255500101",
  numberFormat: "national",
  country: "49",
  nationalPrefix: "0",
  internationalPrefix: "00",
  emergency: true,
  assertsIdentity: false,
};

const words =
  "name host hosts certificate seconds expiry networks word channels priority codecs numbers callerId country prefix";
const wrong = Object.fromEntries(
  words.split(" ").map((word) => [word, `${word} wrong`]),
) as Parameters<typeof toTrunkSchema>[0];

function findWrong(change: Partial<ReturnType<typeof toTrunkFields>>): string[] {
  const parsed = toTrunkSchema(wrong).safeParse({ ...toTrunkFields(carrier), ...change });
  return parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

test("[TR80] the form returns every setting of a trunk as it was", () => {
  const { id: _id, version: _version, sid: _sid, hasPassword: _has, ...settings } = carrier;

  expect(toTrunkChange(toTrunkFields(carrier), false)).toEqual({
    ...settings,
    password: null,
    anyway: false,
  });
  expect(findWrong({})).toEqual([]);
  expect(toTrunkSchema(wrong).safeParse(toTrunkFields(null)).error?.issues).toHaveLength(2);
});

test("[TR80] entries are separated by line ends or commas, and empty entries do not count", () => {
  const fields = { ...toTrunkFields(carrier), hosts: " a.example , b.example:5070\n\n" };

  expect(toTrunkChange(fields, true)).toMatchObject({
    hosts: ["a.example", "b.example:5070"],
    anyway: true,
  });
});

test("[TR80] without a user the trunk neither registers nor challenges", () => {
  expect(toTrunkChange({ ...toTrunkFields(carrier), username: " " }, false)).toMatchObject({
    username: null,
    registers: false,
    challenges: false,
  });
});

test.each([
  [{ hosts: "" }, "hosts: hosts wrong"],
  [{ hosts: "a\nb\nc\nd\ne\nf\ng\nh\ni" }, "hosts: hosts wrong"],
  [{ hosts: "sip.example.com:5060x" }, "hosts: hosts wrong"],
  [{ sources: "203.0.113.0/33" }, "sources: networks wrong"],
  [{ carries: "" }, "carries: numbers wrong"],
  [{ codecs: [] }, "codecs: codecs wrong"],
  [{ channels: "many" }, "channels: channels wrong"],
  [{ authority: "none" }, "authority: certificate wrong"],
])("[TR80] %j is wrong", (change, found) => {
  expect(findWrong(change)).toEqual([found]);
});
