import { describe, expect, test } from "vitest";

import { dialled, dialledCall } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneSdp, readTag } from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader } from "../../../testing/sip/test-bench.ts";

describe("[XI21] an outgoing call", () => {
  test("invites a number at the peer and offers all codecs, PCMU first", async () => {
    const { bench, invite } = await dialled();

    expect(invite).toMatch(/^INVITE sip:\+61491570006@192\.0\.2\.10:5062 SIP\/2\.0\r\n/);
    expect(readHeader(invite, "From")).toContain('"2ZZ" <sip:+61255500101@198.51.100.1:5060>;tag=');
    expect(readHeader(invite, "P-Asserted-Identity")).toContain("+61255500101");
    expect(readBody(invite)).toContain("m=audio 40002 RTP/AVP 0 8 9 107 101 102");
    expect(bench.media.opened).toHaveLength(1);
  });

  test("[XI1] calls a sips: address by TLS", async () => {
    const found = [{ address: "203.0.113.5", port: 5061, transport: "tls" as const }];
    const resolved: unknown[] = [];
    const resolver = {
      resolve: (...query: unknown[]) => (resolved.push(query), Promise.resolve(found)),
    };

    const { invite } = await dialledCall({ resolver }, { to: "sips:bob@sip.example.net" });

    expect(resolved).toEqual([[{ host: "sip.example.net", port: null }, "tls"]]);
    expect(invite).toMatch(/^INVITE sips:bob@sip\.example\.net SIP/);
    expect(readHeader(invite, "Via")).toContain("SIP/2.0/TLS ");
  });

  test("acknowledges the answer, connects the media and then reports the answer", async () => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, "100 Trying"));
    await bench.receive(phoneAnswer(invite, "180 Ringing"));
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));

    const ack = bench.sent()[0]?.text ?? "";
    expect(ack).toMatch(/^ACK sip:far@192\.0\.2\.10:5062 SIP/);
    expect(readHeader(ack, "CSeq")).toBe("1 ACK");
    expect(readTag(readHeader(ack, "To"))).toBe("far");
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000, codec: "PCMU" });
    expect(sink.events).toEqual(["ringing", "answered"]);
  });

  test("[XM37] uses both PCMU and PCMA when the answer names both, and only one when it names only one", async () => {
    const { bench, invite } = await dialled();
    function lawsOf() {
      return bench.media.connected.map(({ remote }) => remote.otherLaw);
    }
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "8 0 101" }) }));
    expect(bench.media.connected[0]?.remote).toMatchObject({ codec: "PCMA", payloadType: 8 });
    expect(lawsOf()).toEqual([0]);

    const one = await dialled();
    const body = phoneSdp({ line: "8 101" });
    await one.bench.receive(phoneAnswer(one.invite, "200 OK", { body }));

    expect(one.bench.media.connected[0]?.remote.otherLaw).toBeUndefined();
  });

  test("[XT15] keeps its Call-ID, and the code and X headers of the final response", async () => {
    const { bench, leg, invite } = await dialled("sip:bob@203.0.113.5:5090");
    const callId = readHeader(invite, "Call-ID");
    expect(leg.sip).toEqual({ callId, responseCode: null, headers: [] });

    await bench.receive(phoneAnswer(invite, "180 Ringing", { headers: ["X-Early: 1"] }));
    expect(leg.sip?.headers).toEqual([]);
    await bench.receive(
      phoneAnswer(invite, "200 OK", { headers: ["X-Desk: 7"], body: phoneSdp({ line: "0" }) }),
    );
    await bench.receive(
      phoneAnswer(invite, "200 OK", { toTag: "other", body: phoneSdp({ line: "0" }) }),
    );
    leg.hangUp();

    const headers = [["SipHeader_X-Desk", "7"]];
    expect(leg.sip).toEqual({ callId, responseCode: 200, headers });
  });

  test("[XT15] keeps the Call-ID, and the code and X headers of a refusal", async () => {
    const { bench, leg, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, "486 Busy", { headers: ["X-Why: lunch"] }));

    expect(leg.sip).toMatchObject({ responseCode: 486, headers: [["SipHeader_X-Why", "lunch"]] });
  });

  test("[XI5] acknowledges a repeated 200 again, and is answered only once", async () => {
    const { bench, sink, invite } = await dialled();
    const ok = phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) });

    await bench.receive(ok);
    await bench.receive(ok);
    await bench.receive(ok);

    expect(bench.firstLines().filter((line) => line.startsWith("ACK"))).toHaveLength(3);
    expect(sink.events).toEqual(["answered"]);
  });

  test("hangs up a second telephone that answered the same call", async () => {
    const { bench, sink, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));
    bench.sent();

    await bench.receive(
      phoneAnswer(invite, "200 OK", { toTag: "other", body: phoneSdp({ line: "0" }) }),
    );

    const sent = bench.sent().map(({ text }) => text);
    expect(sent.map((text) => text.split(" ")[0])).toEqual(["ACK", "BYE"]);
    expect(sent.every((text) => readTag(readHeader(text, "To")) === "other")).toBe(true);
    expect(sink.events).toEqual(["answered"]);
  });

  test("[XI5] acknowledges at most 16 answers of a forked call, and hangs up all except the first", async () => {
    const { bench, sink, invite } = await dialled();

    for (let n = 0; n < 500; n += 1) {
      const body = phoneSdp({ line: "0" });
      await bench.receive(phoneAnswer(invite, "200 OK", { toTag: `fork${n}`, body }));
    }

    const lines = bench.firstLines();
    await bench.receive(
      phoneAnswer(invite, "200 OK", { toTag: "fork0", body: phoneSdp({ line: "0" }) }),
    );
    expect(bench.firstLines()[0]).toMatch(/^ACK/);
    expect(lines.filter((line) => line.startsWith("BYE"))).toHaveLength(15);
    expect(lines.filter((line) => line.startsWith("ACK"))).toHaveLength(16);
    expect(sink.events).toEqual(["answered"]);
  });
});
