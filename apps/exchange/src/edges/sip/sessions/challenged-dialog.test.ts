import { describe, expect, test } from "vitest";

import {
  answerDialled,
  dialledByTrunk,
  type DialledCall,
} from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readHeader } from "../../../testing/sip/test-bench.ts";

const credentials = { username: "station", password: "s3cret" };
const challenge = {
  headers: ['Proxy-Authenticate: Digest realm="carrier",nonce="n1",qop="auth"'],
};

async function anAnsweredCall(headers: string[] = []): Promise<DialledCall> {
  const call = await dialledByTrunk({ credentials, digits: "info" });
  await answerDialled(call, headers);
  return call;
}

async function challenged(
  { bench }: DialledCall,
  method: string,
): Promise<{ first: string; again: string }> {
  function isOne({ text }: { text: string }): boolean {
    return text.startsWith(`${method} `);
  }
  const first = bench.sent().findLast(isOne)?.text ?? "";
  await bench.receive(phoneAnswer(first, "407 Proxy Authentication Required", challenge));
  const again = bench.sent().find(isOne)?.text ?? "";
  return { first, again };
}

function numberIn(text: string): number {
  return Number.parseInt(readHeader(text, "CSeq"), 10);
}

describe("[XI65] a proxy that challenges each request of a call", () => {
  test("gets the password with the BYE, and the call is over", async () => {
    const call = await anAnsweredCall();
    call.leg.hangUp();

    const { first, again } = await challenged(call, "BYE");
    await call.bench.receive(phoneAnswer(again, "200 OK"));

    expect(readHeader(again, "Proxy-Authorization")).toContain('username="station"');
    expect(numberIn(again)).toBe(numberIn(first) + 1);
    expect(call.bench.core.isIdle).toBe(true);
  });

  test("gets the password with the INFO of a digit, and the next digit follows", async () => {
    const call = await anAnsweredCall();
    call.leg.sendDtmf?.("12");

    const { again } = await challenged(call, "INFO");
    await call.bench.receive(phoneAnswer(again, "200 OK"));
    const second = call.bench.sent()[0]?.text ?? "";

    expect(again).toContain("Signal=1");
    expect(readHeader(again, "Proxy-Authorization")).toContain('username="station"');
    expect(second).toContain("Signal=2");
    expect(numberIn(second)).toBe(numberIn(again) + 1);
  });

  test("gets the password with a CSeq that no other request of the call has used meanwhile", async () => {
    const call = await anAnsweredCall();
    call.leg.sendDtmf?.("1");
    const info = call.bench.sent()[0]?.text ?? "";
    call.leg.hangUp();
    const bye = call.bench.sent()[0]?.text ?? "";

    await call.bench.receive(phoneAnswer(info, "407 Proxy Authentication Required", challenge));

    expect(numberIn(call.bench.sent()[0]?.text ?? "")).toBe(numberIn(bye) + 1);
  });

  test.each([
    ["UPDATE", "Allow: INVITE, UPDATE"],
    ["INVITE", "Allow: INVITE"],
  ])("gets the password with the %s that refreshes the call", async (method, allow) => {
    const granted = ["Session-Expires: 600;refresher=uac", allow];
    const call = await anAnsweredCall(granted);
    await call.bench.clock.advance(300_100);

    const { again } = await challenged(call, method);
    const body = method === "INVITE" ? phoneSdp({ line: "0" }) : "";
    await call.bench.receive(phoneAnswer(again, "200 OK", { headers: granted, body }));
    const ack = call.bench.sent()[0]?.text ?? "";

    expect(readHeader(again, "Proxy-Authorization")).toContain('username="station"');
    expect(call.sink.events).toEqual(["answered"]);
    if (method === "INVITE") {
      expect(readHeader(ack, "CSeq")).toBe(`${numberIn(again)} ACK`);
      expect(readHeader(ack, "Proxy-Authorization")).toBe(readHeader(again, "Proxy-Authorization"));
    }
  });

  test("gets the password with the ACK to the answer, as with the INVITE", async () => {
    const call = await dialledByTrunk({ credentials });
    const refused = phoneAnswer(call.invite, "407 Proxy Authentication Required", challenge);
    await call.bench.receive(refused);
    const again = call.bench.sent().find(({ text }) => text.startsWith("INVITE"))?.text ?? "";

    await call.bench.receive(phoneAnswer(again, "200 OK", { body: phoneSdp({ line: "0" }) }));

    const ack = call.bench.sent()[0]?.text ?? "";
    expect(ack).toMatch(/^ACK /);
    expect(readHeader(ack, "Proxy-Authorization")).toBe(readHeader(again, "Proxy-Authorization"));
    expect(readHeader(ack, "Proxy-Authorization")).toContain('username="station"');
  });
});
