import { describe, expect, test } from "vitest";

import { readSipParams, readStirStatus } from "./forwarded-headers.ts";
import { SipHeaders } from "./sip-headers.ts";
import type { Incoming, SipRequest } from "./sip-message.ts";

function anInvite(...headers: [string, string][]): Incoming<SipRequest> {
  const all = new SipHeaders().add("From", "<sip:+61491570006@carrier.test>;tag=1");
  for (const [name, value] of headers) {
    all.add(name, value);
  }
  const uri = "sip:+61255500101@station.test:5060";
  return {
    type: "request",
    method: "INVITE",
    uri,
    headers: all,
    body: "",
    source: { address: "192.0.2.10", port: 5062 },
  } as unknown as Incoming<SipRequest>;
}

describe("[XS44] the STIR verdict of the caller", () => {
  function asserted(verstat: string): [string, string] {
    return ["P-Asserted-Identity", `<sip:+61491570006;verstat=${verstat}@carrier.test;user=phone>`];
  }

  test.each([
    ["TN-Validation-Passed-A", "TN-Validation-Passed-A"],
    ["TN-Validation-Passed", "TN-Validation-Passed"],
    ["TN-Validation-Failed", "TN-Validation-Failed"],
    ["No-TN-Validation", "No-TN-Validation"],
  ])("for verstat=%s is %s", (verstat, expected) => {
    expect(
      readStirStatus(anInvite(["P-Asserted-Identity", `<tel:+61491570006;verstat=${verstat}>`])),
    ).toBe(expected);
    // In a SIP address `verstat` comes before the host (TS 24.229 section 7.2A.20).
    expect(readStirStatus(anInvite(asserted(verstat)))).toBe(expected);
  });

  test("includes the attestation", () => {
    const beside: [string, string] = ["P-Attestation-Indicator", "b"];
    const passed = `<tel:+61491570006;verstat=TN-Validation-Passed>`;

    expect(readStirStatus(anInvite(["P-Asserted-Identity", passed], beside))).toBe(
      "TN-Validation-Passed-B",
    );
  });

  test("is missing when the network sends no verdict, or an unknown verdict", () => {
    expect(readStirStatus(anInvite())).toBeNull();
    expect(readStirStatus(anInvite(asserted("Passed-Truly")))).toBeNull();
  });
});

describe("[XW3] the SIP parameters of a voice request", () => {
  test("are the domain, the Call-ID and the caller's X headers, and no others", () => {
    const invite = anInvite(["Call-ID", "abc"], ["X-Team", "news"], ["Via", "SIP/2.0/UDP a"]);

    expect(readSipParams(invite)).toEqual([
      ["SipDomain", "station.test"],
      ["SipCallId", "abc"],
      ["SipSourceIp", "192.0.2.10"],
      ["SipHeader_X-Team", "news"],
    ]);
  });

  test("have at most twenty headers, each cut at 256 characters", () => {
    const many = Array.from({ length: 30 }, (_, at): [string, string] => [
      `X-H${at}`,
      "v".repeat(999),
    ]);

    const params = readSipParams(anInvite(...many));

    expect(params).toHaveLength(23);
    expect(params.at(-1)?.[1]).toHaveLength(256);
  });
});
