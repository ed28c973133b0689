import { describe, expect, test } from "vitest";

import { answerChallenge } from "@linedesk/sip";
import { phoneInvite, phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, phoneAt, TestBench } from "../../../testing/sip/test-bench.ts";
import { parseTrunks, TrunkFileError } from "../trunks/trunk-file.ts";
import type { PhoneUser } from "../trunks/trunk.ts";

const uri = "sip:+61255500101@198.51.100.1";
const studio: PhoneUser = { username: "studio1", password: "pa55word" };
const numbers = ["+61255500101", "+61255500102"];

/** Returns the caller that the core receives when that telephone calls with these headers. */
async function callerOf(phone: PhoneUser, from: string, headers: string[] = [], at = phoneAt) {
  const bench = new TestBench({ plan: { trunks: [], phones: [phone], isClosed: true } });
  function named(text: string) {
    return text.replace("Jo <sip:0491570006@192.0.2.10>", from);
  }
  await bench.receive(phoneInvite().replace("sip:0491570006", `sip:${phone.username}`), at);
  const challenge = readHeader(bench.sent()[0]?.text ?? "", "WWW-Authenticate");
  await bench.receive(phoneRequest("ACK", { branch: "1-INVITE" }), at);
  const proof = answerChallenge([challenge], phone, { method: "INVITE", uri }) ?? "";
  const proven = [`Authorization: ${proof}`, ...headers];
  await bench.receive(named(phoneInvite({ cseq: 2, headers: proven })), at);
  return bench.intake.call().arrival;
}

describe("[XI34] an authenticated telephone", () => {
  test.each([
    ["its own name", "<sip:studio1@192.0.2.10>"],
    ["another number", "<sip:+61412345678@192.0.2.10>"],
    ["another name", "<sip:news@carrier.example>"],
    ["a softphone of this exchange", '"x" <sip:client%3Aalice@192.0.2.10>'],
  ])(
    "has the identity of its user at its address, whatever From contains: %s",
    async (_what, from) => {
      expect((await callerOf(studio, from)).from).toBe("sip:studio1@192.0.2.10");
    },
  );

  test("has its number as identity when its user name is a number", async () => {
    const phone = { ...studio, username: "0491570006" };

    expect((await callerOf(phone, "<sip:+61412345678@192.0.2.10>")).from).toBe("+61491570006");
  });

  test.each([
    ["the second of its numbers", "+61255500102", "<sip:0255500102@192.0.2.10>"],
    ["a number that is not its own", "+61255500101", "<sip:+61412345678@192.0.2.10>"],
    ["no number", "+61255500101", "<sip:studio1@192.0.2.10>"],
  ])("with %s in From shows %s", async (_what, shown, from) => {
    expect((await callerOf({ ...studio, numbers }, from)).from).toBe(shown);
  });

  test("cannot assert an identity by P-Asserted-Identity or Diversion", async () => {
    const headers = [
      "P-Asserted-Identity: <sip:+61412345678@192.0.2.10>",
      "Diversion: <sip:+61412345679@192.0.2.10>",
    ];

    const arrival = await callerOf({ ...studio, numbers }, "<sip:studio1@h.example>", headers);

    expect(arrival).toMatchObject({ from: "+61255500101", forwardedFrom: null });
  });

  test("keeps its display name, and may withhold its number", async () => {
    const named = await callerOf(studio, '"Studio One" <sip:+61412345678@192.0.2.10>');
    const hidden = await callerOf(studio, "<sip:studio1@192.0.2.10>", ["Privacy: id"]);

    expect(named.callerName).toBe("Studio One");
    expect(hidden.from).toBe("anonymous");
  });

  test("has its IPv6 address in brackets", async () => {
    const at = { address: "2001:db8::7", port: 5062 };

    const { from } = await callerOf(studio, "<sip:+61412345678@[2001:db8::7]>", [], at);

    expect(from).toBe("sip:studio1@[2001:db8::7]");
  });
});

describe("[XI34] a telephone in the file of trunks", () => {
  function fileOf(phone: object) {
    return JSON.stringify({ phones: [{ ...studio, ...phone }] });
  }

  test("has the numbers that it may show", () => {
    expect(parseTrunks(fileOf({ numbers })).phones).toEqual([{ ...studio, numbers }]);
  });

  test.each([[["0255500101"]], [["+61"]], ["+61255500101"]])(
    "cannot have %j as its numbers",
    (wrong) => {
      expect(() => parseTrunks(fileOf({ numbers: wrong }))).toThrow(TrunkFileError);
    },
  );
});
