import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { extractSdp } from "@linedesk/sip/testing";
import { dialledCall } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneInvite, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readBody, TestBench } from "../../../testing/sip/test-bench.ts";

const sdp = phoneSdp({ line: "8" });
const isup = "Content-Type: application/isup;version=itu-t92+\r\n\r\n\u0001\u0000\u0002";

function mixed(parts: string[], boundary = "b.1'(x)"): string {
  return [...parts.map((part) => `--${boundary}\r\n${part}`), `--${boundary}--\r\n`].join("\r\n");
}

const type = `multipart/mixed;boundary="b.1'(x)"`;
const described = `Content-Type: application/sdp\r\nContent-Disposition: session\r\n\r\n${sdp}`;

describe("[XI2] a multipart body", () => {
  test.each([
    ["first", mixed([described, isup])],
    ["last", mixed([isup, described])],
    ["after a preamble", `To whom it may concern\r\n${mixed([described])}`],
    ["with the short header name", mixed([described.replace("Content-Type", "c")])],
  ])("contains the session description %s", (_where, body) => {
    expect(extractSdp(type, body)?.trim()).toBe(sdp.trim());
  });

  test.each([
    ["no description", type, mixed([isup])],
    ["an encoded description", type, mixed([`Content-Transfer-Encoding: base64\r\n${described}`])],
    ["no boundary", "multipart/mixed", mixed([described])],
    ["another boundary", "multipart/mixed;boundary=c", mixed([described])],
    ["another content type", "application/sdp", sdp],
    ["too many parts before it", type, mixed([...Array<string>(20).fill(isup), described])],
  ])("has no session description with %s", (_what, contentType, body) => {
    expect(extractSdp(contentType, body)).toBeNull();
  });

  test("never causes an exception, whatever its content", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (boundary, body) => {
        expect(() => extractSdp(`multipart/mixed;boundary="${boundary}"`, body)).not.toThrow();
      }),
    );
  });

  test("is an offer in an INVITE, and an answer in a 200", async () => {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    await bench.receive(phoneInvite({ body: mixed([isup, described]), type }));
    const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const call = await dialledCall();
    const answer = phoneAnswer(call.invite, "200 OK", { body: mixed([described, isup]) });
    await call.bench.receive(
      answer.replace("Content-Type: application/sdp", `Content-Type: ${type}`),
    );

    expect(readBody(ok)).toMatch(/^m=audio \d+ RTP\/AVP 8\r$/m);
    expect(bench.media.connected[0]?.remote.codec).toBe("PCMA");
    expect(call.bench.media.connected[0]?.remote.codec).toBe("PCMA");
    expect(call.sink.events).toEqual(["answered"]);
  });

  test("without a session description is refused with 415", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite({ body: mixed([isup]), type }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 415 Unsupported Media Type"]);
  });
});
