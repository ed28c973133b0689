import { describe, expect, test } from "vitest";

import {
  dialledByTrunk,
  dialledCall,
  invited,
  scriptedPeer,
} from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer } from "../../../testing/sip/scripted-phone.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";
import { defaultDiallingRules } from "./dialling-rules.ts";

/** Returns a 302 with these Contacts, and no others. */
function moved(invite: string, contacts: string): string {
  const answer = phoneAnswer(invite, "302 Moved Temporarily");
  return answer.replace(/^Contact: .*$/m, `Contact: ${contacts}`);
}

describe("[XI26] a redirected call", () => {
  const trunk = { credentials: { username: "radio", password: "s3cret" } };

  test("follows the Contacts, best first, and sends credentials only to the trunk", async () => {
    const { bench, sink, invite } = await dialledByTrunk(trunk);

    await bench.receive(moved(invite, "<sip:b@203.0.113.2>;q=0.1, <sip:a@203.0.113.1:5070>;q=0.9"));
    const next = invited(bench);
    const challenge = ['WWW-Authenticate: Digest realm="x",nonce="n"'];
    await bench.receive(phoneAnswer(next.text, "401 Unauthorized", { headers: challenge }));
    const last = invited(bench);
    await bench.receive(phoneAnswer(last.text, "404 Not Found"));

    expect(next.target).toEqual({ address: "203.0.113.1", port: 5070 });
    expect(last.target).toEqual({ address: "203.0.113.2", port: 5060 });
    expect(last.text).not.toContain("Authorization");
    expect(sink.end).toMatchObject({ cause: "not-found", sipCode: 404 });
  });

  test("follows at most five redirects in a row", async () => {
    const { bench, sink, invite } = await dialledByTrunk(trunk);

    let hops = 0;
    for (let last = invite; sink.end === null && hops < 20; hops += 1) {
      await bench.receive(moved(last, `<sip:hop${hops}@203.0.113.9>`));
      if (sink.end === null) {
        last = invited(bench).text;
      }
    }

    expect(hops).toBe(6);
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 302 });
  });

  test("does not call the same address twice", async () => {
    const { bench, sink, invite } = await dialledByTrunk(trunk);

    await bench.receive(moved(invite, "<sip:b@203.0.113.2>"));
    await bench.receive(moved(invited(bench).text, "<sip:B@203.0.113.3>, <sip:b@203.0.113.2>"));
    await bench.receive(moved(invited(bench).text, "<sip:b@203.0.113.2>"));

    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 302 });
  });

  test("skips a Contact that the dialling rules refuse, and follows an allowed one", async () => {
    const carrier = { ...plainTrunk("carrier", [scriptedPeer]), ...trunk };
    const plan = { ...openPlan, trunks: [carrier] };
    const { bench, invite } = await dialledCall({ plan, rules: defaultDiallingRules });

    const premium = "<sip:+61190012345@192.0.2.10:5062>;q=1";
    await bench.receive(moved(invite, `${premium}, <sip:+61255500199@192.0.2.10:5062>;q=0.5`));

    expect(invited(bench).text).toMatch(/^INVITE sip:\+61255500199@/);
  });

  test("tries every Contact of one redirect before it fails", async () => {
    const { bench, sink, invite } = await dialledByTrunk(trunk);
    const contacts = [1, 2, 3].map((n) => `<sip:c${n}@203.0.113.${n}>;q=0.${9 - n}`);

    await bench.receive(moved(invite, contacts.join(", ")));
    const rung: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { text, target } = invited(bench);
      rung.push(target.address);
      await bench.receive(phoneAnswer(text, "503 Service Unavailable"));
    }

    expect(rung).toEqual(["203.0.113.1", "203.0.113.2", "203.0.113.3"]);
    expect(sink.end?.sipCode).toBe(503);
  });
});
