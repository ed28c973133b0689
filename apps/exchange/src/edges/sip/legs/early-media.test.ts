import { describe, expect, test } from "vitest";

import { dialledCall } from "../../../testing/sip/scripted-calls.ts";
import {
  phoneAnswer,
  phoneInvite,
  phoneRequest,
  phoneSdp,
} from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";

describe("[XI43] a called party with early media", () => {
  test("is connected by the SDP of its 183 and reported once, even if the 183 is repeated", async () => {
    const { bench, sink, invite } = await dialledCall();

    await bench.receive(phoneAnswer(invite, "183 Session Progress", { body: phoneSdp() }));
    await bench.receive(phoneAnswer(invite, "183 Session Progress", { body: phoneSdp() }));
    expect(sink.events).toEqual(["ringing", "early"]);
    expect(bench.media.connected).toHaveLength(1);
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000, codec: "PCMU" });

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp() }));
    expect(sink.events).toEqual(["ringing", "early", "answered"]);
    expect(bench.media.connected).toHaveLength(1);
  });

  test("may answer at another address, and the answer counts", async () => {
    const { bench, invite } = await dialledCall();

    await bench.receive(phoneAnswer(invite, "183 Session Progress", { body: phoneSdp() }));
    const body = phoneSdp({ port: 6100 });
    await bench.receive(phoneAnswer(invite, "200 OK", { toTag: "other", body }));

    expect(bench.media.connected.map(({ remote }) => remote.port)).toEqual([6000, 6100]);
  });

  test("[XI43] in a forked call is audible from the newest fork, and an older fork does not return", async () => {
    const { bench, sink, invite } = await dialledCall();
    function says(toTag: string, port: number): Promise<void> {
      return bench.receive(
        phoneAnswer(invite, "183 Session Progress", { toTag, body: phoneSdp({ port }) }),
      );
    }

    await says("gateway", 6000);
    await says("voicemail", 6200);
    await says("gateway", 6000);
    await says("voicemail", 6202);

    expect(bench.media.connected.map(({ remote }) => remote.port)).toEqual([6000, 6200, 6202]);
    expect(sink.events).toEqual(["ringing", "early"]);
  });

  test("rings without early media when its SDP cannot be used", async () => {
    const { bench, sink, invite } = await dialledCall();

    await bench.receive(phoneAnswer(invite, "183 Session Progress", { body: "nonsense" }));
    expect(sink.events).toEqual(["ringing"]);
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp() }));

    expect(sink.events).toEqual(["ringing", "answered"]);
  });
});

describe("[XI43] a caller who gets early media", () => {
  async function anArrivedCall(invite = phoneInvite()) {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => leg.ring("CA1");
    await bench.receive(invite);
    return { bench, leg: bench.intake.call().leg };
  }

  test("gets 183 with SDP, once, and the same SDP with the answer", async () => {
    const { bench, leg } = await anArrivedCall();

    expect(await leg.openEarly?.("CA1")).toBe(true);
    expect(await leg.openEarly?.("CA1")).toBe(true);
    const [, , progress, ...more] = bench.sent();
    expect(progress?.text).toMatch(/^SIP\/2\.0 183 /);
    expect(readHeader(progress?.text ?? "", "X-Twilio-CallSid")).toBe("CA1");
    expect(more).toEqual([]);
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000 });

    await leg.answer("CA1");
    const [ok] = bench.sent();
    expect(ok?.text).toMatch(/^SIP\/2\.0 200 /);
    expect(readBody(ok?.text ?? "")).toBe(readBody(progress?.text ?? ""));
    expect(readHeader(ok?.text ?? "", "To")).toBe(readHeader(progress?.text ?? "", "To"));
    expect(bench.media.connected).toHaveLength(1);
  });

  test("can still cancel: 487, and the media is closed", async () => {
    const { bench, leg } = await anArrivedCall();
    await leg.openEarly?.("CA1");
    bench.sent();

    await bench.receive(phoneRequest("CANCEL", { branch: "1-INVITE" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 487 Request Terminated"]);
    expect(bench.media.closed).toEqual([leg.id]);
  });

  test("gets only ringing without an SDP offer", async () => {
    const { bench, leg } = await anArrivedCall(phoneInvite({ body: "" }));

    expect(await leg.openEarly?.("CA1")).toBe(false);

    expect(bench.firstLines()).toEqual(["SIP/2.0 100 Trying", "SIP/2.0 180 Ringing"]);
  });
});
