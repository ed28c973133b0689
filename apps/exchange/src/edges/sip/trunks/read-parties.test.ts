import { describe, expect, test } from "vitest";

import { type Incoming, parseDatagram, type SipRequest } from "@linedesk/sip";
import { readParties } from "./read-parties.ts";
import { toE164 } from "./to-e164.ts";

describe("toE164", () => {
  test.each([
    ["+61491570006", "+61491570006"],
    ["0491570006", "+61491570006"],
    ["0491 570-006", "+61491570006"],
    ["(02) 5550 0101", "+61255500101"],
    ["61255500101", "+61255500101"],
    ["0011442079460000", "+442079460000"],
    ["00442079460000", "+442079460000"],
    ["1800160401", "+611800160401"],
    ["131114", "+61131114"],
    ["+12125550123", "+12125550123"],
  ])("writes %s as %s", (dialled, number) => {
    expect(toE164(dialled)).toBe(number);
  });

  test.each(["alice", "101", "000", "", "+0123456789", "0012", "+1234567890123456", "04x1570006"])(
    "returns null for %j",
    (text) => {
      expect(toE164(text)).toBeNull();
    },
  );
});

function invite(parts: { uri?: string; from: string; to?: string; more?: string[] }) {
  const text = [
    `INVITE ${parts.uri ?? "sip:+61255500101@example.net"} SIP/2.0`,
    "Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1",
    `From: ${parts.from};tag=1`,
    `To: ${parts.to ?? "<sip:+61255500101@example.net>"}`,
    "Call-ID: 1",
    "CSeq: 1 INVITE",
    ...(parts.more ?? []),
    "",
    "",
  ];
  const source = { address: "192.0.2.1", port: 5060 };
  const parsed = parseDatagram(Buffer.from(text.join("\r\n")), source);
  if (parsed.type !== "message") {
    throw new Error(JSON.stringify(parsed));
  }
  return parsed.message as Incoming<SipRequest>;
}

describe("readParties", () => {
  test("reads the caller's number and name from From", () => {
    const parties = readParties(invite({ from: '"Jo Smith" <sip:0491570006@192.0.2.1>' }));

    expect(parties).toMatchObject({
      from: "+61491570006",
      to: "+61255500101",
      callerName: "Jo Smith",
    });
  });

  test("prefers the identity that the network asserts to the telephone's identity", () => {
    const more = ['P-Asserted-Identity: "Real Name" <sip:+61491570156@carrier.example>, <tel:+1>'];
    const parties = readParties(invite({ from: '"Fake" <sip:0255505000@x.y>', more }));

    expect(parties).toMatchObject({ from: "+61491570156", callerName: "Real Name" });
  });

  test("[XI27] takes the asserted identity that is a number, at any position in the list", () => {
    const named = '"Real Name" <sip:jo.smith@carrier.example>';
    for (const asserted of [`${named}, <tel:+61491570156>`, `<tel:+61491570156>, ${named}`]) {
      const more = [`P-Asserted-Identity: ${asserted}`];

      const parties = readParties(invite({ from: '"Fake" <sip:0255505000@x.y>', more }));

      expect(parties.from).toBe("+61491570156");
    }
  });

  test.each([
    ['"Anonymous" <sip:anonymous@anonymous.invalid>', []],
    ["<sip:anonymous@anonymous.invalid>", []],
    ["<sip:0491570006@x.y>", ["Privacy: id"]],
    ["<sip:0491570006@x.y>", ["P-Asserted-Identity: <sip:0491570006@x.y>", "Privacy: user;id"]],
    ["<sip:192.0.2.1>", []],
    ['"Private" <sip:private@x.y>', []],
    ['"asterisk" <sip:asterisk@x.y>', []],
    ["<sip:0000000000@x.y>", []],
  ])(
    "returns `anonymous` without a name for a caller whose number is withheld or missing: %s %j",
    (from, more) => {
      expect(readParties(invite({ from, more }))).toMatchObject({
        from: "anonymous",
        callerName: null,
      });
    },
  );

  test("takes the called number from To when the Request-URI has only the user name of our Contact", () => {
    const to = "<tel:+61-2-5550-0102>";
    const parties = readParties(invite({ uri: "sip:linedesk@192.0.2.9", from: "<sip:a@b.c>", to }));

    expect(parties.to).toBe("+61255500102");
  });

  test("returns SIP addresses without port and parameters for URIs that contain no phone number", () => {
    const uri = "sip:studio@192.0.2.9:5070;transport=udp";
    const to = `<${uri}>`;
    const parties = readParties(invite({ uri, to, from: "<sip:alice@192.0.2.1:61234;ob>" }));

    expect(parties).toMatchObject({ from: "sip:alice@192.0.2.1", to: "sip:studio@192.0.2.9" });
  });

  test.each([
    ['"Jo\u0007\u001b Smith\u0085"', "Jo  Smith"],
    [`"${"𝒳".repeat(120)}"`, "𝒳".repeat(100)],
    ['"\u0001\u0002"', null],
  ])(
    "[XI27] returns at most 100 characters of a name, without control characters and lone surrogates: %j",
    (name, callerName) => {
      expect(readParties(invite({ from: `${name} <sip:0491570006@x.y>` })).callerName).toBe(
        callerName,
      );
    },
  );

  test("returns no name when the display name is a phone number", () => {
    const parties = readParties(invite({ from: '"0491 570 006" <sip:0491570006@x.y>' }));

    expect(parties.callerName).toBeNull();
  });
});
