import { describe, expect, test } from "vitest";

import { answerDialled, dialledCall } from "../../../testing/sip/scripted-calls.ts";
import {
  phoneAnswer,
  phoneRequest,
  phoneSdp,
  answered,
  ringing,
} from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader } from "../../../testing/sip/test-bench.ts";

describe("[XI17] UPDATE", () => {
  test("moves the audio like a re-INVITE", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("UPDATE", { cseq: 2, toTag, body: phoneSdp({ port: 7100 }) }));
    await bench.receive(phoneRequest("UPDATE", { cseq: 3, toTag, body: phoneSdp({ line: "18" }) }));

    const sent = bench.sent().map(({ text }) => text);
    expect(readBody(sent[0] ?? "")).toContain("m=audio");
    expect(bench.media.connected.at(-1)?.remote.port).toBe(7100);
    expect(sent[1]).toMatch(/^SIP\/2\.0 488/);
  });

  test("with an offer is refused before the answer", async () => {
    const { bench, toTag } = await ringing();

    await bench.receive(phoneRequest("UPDATE", { cseq: 2, toTag, body: phoneSdp() }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 500 Server Internal Error"]);
  });
});

describe("[XI17] an offer that crosses ours", () => {
  test.each(["INVITE", "UPDATE"])("is answered 491 and accepted afterwards: %s", async (method) => {
    const call = await dialledCall();
    const granted = ["Session-Expires: 600;refresher=uac", "Allow: INVITE"];
    await answerDialled(call, granted);
    const { bench, invite } = call;
    await bench.clock.advance(300_100);
    const [ours] = bench.sent();
    function theirs(cseq: number): string {
      return phoneRequest(method, {
        cseq,
        callId: readHeader(invite, "Call-ID"),
        body: phoneSdp({ port: 7200 }),
      })
        .replace(/^From: .*$/m, `From: ${readHeader(ours?.text ?? "", "To")}`)
        .replace(/^To: .*$/m, `To: ${readHeader(ours?.text ?? "", "From")}`);
    }

    await bench.receive(theirs(1));
    const crossing = bench.firstLines();
    const body = phoneSdp({ line: "0" });
    await bench.receive(phoneAnswer(ours?.text ?? "", "200 OK", { headers: granted, body }));
    bench.sent();
    await bench.receive(theirs(2));

    expect(ours?.text).toMatch(/^INVITE /);
    expect(crossing).toEqual(["SIP/2.0 491 Request Pending"]);
    expect(bench.firstLines()).toContain("SIP/2.0 200 OK");
    expect(bench.media.connected.at(-1)?.remote.port).toBe(7200);
  });
});
