import { describe, expect, test } from "vitest";

import { dialledCall, scriptedPeer } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneRequest, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readHeader } from "../../../testing/sip/test-bench.ts";

const peer = { ...scriptedPeer, username: "radio", password: "s3cret" };

interface Reliable {
  rseq: number;
  toTag?: string;
  body?: string;
  headers?: string[];
}

function reliably(invite: string, { rseq, headers = [], ...more }: Reliable): string {
  const own = ["Require: 100rel", `RSeq: ${rseq}`, "Allow: INVITE, ACK, BYE, UPDATE, PRACK"];
  return phoneAnswer(invite, "183 Session Progress", { ...more, headers: [...own, ...headers] });
}

function within(invite: string, method: string, parts: { toTag?: string; body?: string } = {}) {
  const { toTag = "far", body = "" } = parts;
  return phoneRequest(method, { cseq: 7, body, branch: `${method}-${toTag}` })
    .replace(/^From: .*$/m, `From: ${readHeader(invite, "To")};tag=${toTag}`)
    .replace(/^To: .*$/m, `To: ${readHeader(invite, "From")}`)
    .replace(/^Call-ID: .*$/m, `Call-ID: ${readHeader(invite, "Call-ID")}`);
}

describe("[XI61] a reliable provisional response to our INVITE", () => {
  test("is requested, acknowledged by PRACK along its route, and its sound is heard", async () => {
    const { bench, sink, invite } = await dialledCall({ peer });
    expect(readHeader(invite, "Supported")).toBe("timer, 100rel, norefersub, replaces");

    const headers = ["Record-Route: <sip:192.0.2.30;lr>"];
    await bench.receive(reliably(invite, { rseq: 41, body: phoneSdp(), headers }));

    const [prack] = bench.sent();
    expect(prack?.text).toMatch(/^PRACK sip:far@192\.0\.2\.10:5062 SIP\/2\.0/);
    expect(prack?.target).toEqual({ address: "192.0.2.30", port: 5060 });
    expect(readHeader(prack?.text ?? "", "RAck")).toBe("41 1 INVITE");
    expect(readHeader(prack?.text ?? "", "CSeq")).toBe("2 PRACK");
    expect(readHeader(prack?.text ?? "", "To")).toContain(";tag=far");
    expect(sink.events).toEqual(["ringing", "early"]);
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000 });
  });

  test("is acknowledged and applied once, in order", async () => {
    const { bench, sink, invite } = await dialledCall({ peer });
    const first = reliably(invite, { rseq: 5 });

    await bench.receive(first);
    await bench.receive(first);
    await bench.receive(reliably(invite, { rseq: 7, body: phoneSdp() }));
    expect(bench.sent().map(({ text }) => readHeader(text, "RAck"))).toEqual(["5 1 INVITE"]);
    expect(sink.events).toEqual(["ringing"]);
    await bench.receive(reliably(invite, { rseq: 6, body: phoneSdp() }));

    expect(bench.sent().map(({ text }) => readHeader(text, "RAck"))).toEqual(["6 1 INVITE"]);
    expect(sink.events).toEqual(["ringing", "early"]);
  });

  test("starts the dialog that the answer confirms, with rising CSeq and one BYE", async () => {
    const { bench, sink, invite, leg } = await dialledCall({ peer });
    await bench.receive(reliably(invite, { rseq: 1, body: phoneSdp() }));
    const prack = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneAnswer(prack, "200 OK"));
    await bench.receive(phoneAnswer(invite, "200 OK"));
    expect(sink.events).toEqual(["ringing", "early", "answered"]);
    bench.sent();

    leg.hangUp();

    const [bye] = bench.sent();
    expect(readHeader(bye?.text ?? "", "CSeq")).toBe("3 BYE");
    await bench.receive(phoneAnswer(bye?.text ?? "", "200 OK"));
    expect(bench.core.isIdle).toBe(true);
  });

  test("starts a dialog for each fork, and the answer drops the dialogs that it does not confirm", async () => {
    const { bench, invite } = await dialledCall({ peer });
    await bench.receive(reliably(invite, { rseq: 1, toTag: "one" }));
    await bench.receive(reliably(invite, { rseq: 9, toTag: "two", body: phoneSdp() }));
    expect(bench.sent().map(({ text }) => readHeader(text, "RAck"))).toEqual([
      "1 1 INVITE",
      "9 1 INVITE",
    ]);

    await bench.receive(phoneAnswer(invite, "200 OK", { toTag: "two", body: phoneSdp() }));
    bench.sent();
    await bench.receive(within(invite, "UPDATE", { toTag: "one" }));
    await bench.receive(within(invite, "UPDATE", { toTag: "two" }));

    const statuses = bench.firstLines().map((line) => line.split(" ")[1]);
    expect(statuses).toEqual(["481", "200"]);
  });

  test("is acknowledged with the password after a challenge", async () => {
    const { bench, invite } = await dialledCall({ peer });
    await bench.receive(reliably(invite, { rseq: 1 }));
    const prack = bench.sent()[0]?.text ?? "";

    const headers = ['Proxy-Authenticate: Digest realm="x", nonce="n", algorithm=MD5'];
    await bench.receive(phoneAnswer(prack, "407 Proxy Authentication Required", { headers }));

    const again = bench.sent()[0]?.text ?? "";
    expect(again).toMatch(/^PRACK /);
    expect(readHeader(again, "CSeq")).toBe("3 PRACK");
    expect(readHeader(again, "Proxy-Authorization")).toContain('username="radio"');
  });

  test.each(["486 Busy Here", "503 Service Unavailable"])(
    "leaves no dialog when the call is refused afterwards with %s",
    async (status) => {
      const { bench, sink, invite } = await dialledCall({ peer });
      await bench.receive(reliably(invite, { rseq: 1, body: phoneSdp() }));

      await bench.receive(phoneAnswer(invite, status));
      await bench.receive(within(invite, "UPDATE"));

      expect(sink.events.at(-1)).toMatch(/^ended /);
      expect(bench.firstLines().at(-1)).toContain(" 481 ");
      expect(bench.core.isIdle).toBe(true);
    },
  );
});

test("[XI5] the BYE to a second telephone that answered does not prevent the BYE to the first one", async () => {
  const { bench, sink, invite } = await dialledCall({ peer });
  await bench.receive(phoneAnswer(invite, "200 OK", { toTag: "one", body: phoneSdp() }));
  await bench.receive(phoneAnswer(invite, "200 OK", { toTag: "two", body: phoneSdp() }));
  const bye = bench.sent().at(-1)?.text ?? "";
  expect(bye).toMatch(/^BYE /);
  await bench.receive(phoneAnswer(bye, "200 OK"));

  await bench.receive(within(invite, "BYE", { toTag: "one" }));

  expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
  expect(sink.events).toEqual(["answered", "ended hangup"]);
});
