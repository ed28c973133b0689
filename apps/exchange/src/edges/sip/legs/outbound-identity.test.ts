import { describe, expect, test } from "vitest";

import { dialledByTrunk, dialledCall, scriptedPeer } from "../../../testing/sip/scripted-calls.ts";
import { readHeader } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";

describe("[XI27] the caller's identity", () => {
  const trunk = {
    domain: "carrier.net",
    callerId: "+61255500100",
    numbering: { ...plainTrunk("x", []).numbering, format: "digits" as const },
  };

  test("has the trunk's own number and domain, in the trunk's format", async () => {
    const { invite } = await dialledByTrunk(trunk, { forwardedFrom: "+61255500177" });

    expect(invite).toMatch(/^INVITE sip:61491570006@carrier\.net SIP/);
    expect(readHeader(invite, "From")).toContain("<sip:61255500100@carrier.net>");
    expect(readHeader(invite, "P-Asserted-Identity")).toBe("<sip:61255500100@carrier.net>");
    expect(readHeader(invite, "Diversion")).toContain("<sip:61255500177@carrier.net>");
  });

  test("is hidden from the called party and sent only to the network when withheld", async () => {
    const { invite } = await dialledByTrunk(trunk, { from: "anonymous" });

    expect(readHeader(invite, "From")).toContain("<sip:anonymous@anonymous.invalid>");
    expect(readHeader(invite, "Privacy")).toBe("id");
    expect(readHeader(invite, "P-Asserted-Identity")).toContain("61255500100");
  });

  test("is not asserted to a trunk that wants no such header", async () => {
    const { invite } = await dialledByTrunk({ ...trunk, assertsIdentity: false });

    expect(readHeader(invite, "P-Asserted-Identity")).toBe("");
  });

  test("is sent only to a trunk when withheld", async () => {
    const { invite } = await dialledCall(undefined, {
      from: "anonymous",
      to: "sip:eve@203.0.113.66",
    });

    expect(readHeader(invite, "Privacy")).toBe("id");
    expect(readHeader(invite, "P-Asserted-Identity")).toBe("");
    expect(readHeader(invite, "From")).toContain("<sip:anonymous@anonymous.invalid>");
    expect(invite).not.toContain("612555001");
  });

  test("is not asserted by the trunk's number to another host, nor by Diversion", async () => {
    const plan = { ...openPlan, trunks: [{ ...plainTrunk("carrier", [scriptedPeer]), ...trunk }] };
    const forwardedFrom = "+61255500177";
    const to = "sip:eve@203.0.113.66";

    const { invite } = await dialledCall({ plan }, { from: "anonymous", to, forwardedFrom });

    expect(invite).toMatch(/^INVITE sip:eve@203/);
    expect(invite).not.toContain("612555001");
  });
});
