import { describe, expect, test } from "vitest";

import {
  dialled,
  dialledCall,
  invited,
  scriptedPeer as peer,
} from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, TestBench } from "../../../testing/sip/test-bench.ts";

describe("the credentials of a call", () => {
  const secret = { ...peer, username: "station", password: "s3cret" };
  const challenge = ['Proxy-Authenticate: Digest realm="carrier",nonce="n1",qop="auth"'];
  const challengeOfFarEnd = ['WWW-Authenticate: Digest realm="far",nonce="n1"'];

  test("[XI65] answer a challenge once, as a new request of the same call", async () => {
    const { bench, sink, invite } = await dialled("+61491570006", { peer: secret });

    await bench.receive(
      phoneAnswer(invite, "407 Proxy Authentication Required", { headers: challenge }),
    );
    const [ack, second] = bench.sent().map(({ text }) => text);
    await bench.receive(
      phoneAnswer(second ?? "", "407 Proxy Authentication Required", { headers: challenge }),
    );

    expect(ack).toMatch(/^ACK /);
    expect(second).toMatch(/^INVITE /);
    expect(readHeader(second ?? "", "CSeq")).toBe("2 INVITE");
    expect(readHeader(second ?? "", "Call-ID")).toBe(readHeader(invite, "Call-ID"));
    expect(readHeader(second ?? "", "Via")).not.toBe(readHeader(invite, "Via"));
    expect(readHeader(second ?? "", "Proxy-Authorization")).toContain('username="station"');
    expect(second).not.toContain("s3cret");
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 407 });
  });

  test("are not sent for a challenge other than Digest", async () => {
    const { bench, sink, invite } = await dialled("+61491570006", { peer: secret });

    const headers = ['WWW-Authenticate: Basic realm="x"'];
    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers }));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK"]);
    expect(sink.end?.sipCode).toBe(401);
  });

  test("[XI65] are the call's own at the host of its address", async () => {
    const bench = new TestBench({});
    const credentials = { username: "desk", password: "secret" };
    const to = "sip:bob@203.0.113.5:5090";
    await bench.dial({ to, credentials });
    const invite = bench.sent()[0]?.text ?? "";

    const headers = ['WWW-Authenticate: Digest realm="far",nonce="n1"'];
    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers }));

    const again = bench.sent().find(({ text }) => text.startsWith("INVITE"))?.text ?? "";
    expect(readHeader(again, "Authorization")).toContain('username="desk"');
  });

  test("[XI65] are the call's own at a trunk's host too, and the trunk's are not sent", async () => {
    const credentials = { username: "desk", password: "secret" };
    const { bench, invite } = await dialledCall(
      { peer: secret },
      { to: `sip:bob@${peer.host}:${peer.port}`, credentials },
    );

    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers: challengeOfFarEnd }));

    const again = invited(bench).text;
    expect(readHeader(again, "Authorization")).toContain('username="desk"');
  });

  test("[XI65] are the trunk's at its host when the call has none", async () => {
    const { bench, invite } = await dialled(`sip:bob@${peer.host}:${peer.port}`, { peer: secret });

    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers: challengeOfFarEnd }));

    expect(readHeader(invited(bench).text, "Authorization")).toContain('username="station"');
  });

  test("[XI65] are the trunk's for a number, even if the call has its own", async () => {
    const credentials = { username: "desk", password: "secret" };
    const { bench, invite } = await dialledCall({ peer: secret }, { credentials });

    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers: challengeOfFarEnd }));

    expect(readHeader(invited(bench).text, "Authorization")).toContain('username="station"');
  });

  test("[XI65] are sent only to the peer", async () => {
    const { bench, sink, invite } = await dialled("sip:eve@203.0.113.66", { peer: secret });

    await bench.receive(
      phoneAnswer(invite, "407 Proxy Authentication Required", { headers: challenge }),
    );

    expect(bench.sent().every(({ text }) => !text.includes("Authorization"))).toBe(true);
    expect(sink.end?.sipCode).toBe(407);
  });
});

test("[XT13] X headers of the address are sent, and no smuggled header", async () => {
  const headers = "X-Team=news%20desk&X-Evil=a%0d%0aVia:%20b&From=x&X-Twilio-CallSid=CA0";
  const { invite } = await dialled(`sip:bob@203.0.113.5:5090?${headers}`);

  expect(invite).toMatch(/^INVITE sip:bob@203\.0\.113\.5:5090 SIP/);
  expect(readHeader(invite, "X-Team")).toBe("news desk");
  expect(readHeader(invite, "X-Evil")).toBe("");
  expect(readHeader(invite, "X-Twilio-CallSid")).toBe("CA9");
  expect(invite.match(/^From:/gm)).toHaveLength(1);
});
