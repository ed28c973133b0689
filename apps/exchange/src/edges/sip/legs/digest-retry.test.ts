import { describe, expect, test } from "vitest";

import {
  type Incoming,
  parseDatagram,
  type SipRequest,
  type SipResponse,
  withCredentials,
} from "@linedesk/sip";
import { readRealm } from "@linedesk/sip/testing";
import { phoneAnswer, phoneInvite } from "../../../testing/sip/scripted-phone.ts";
import { phoneAt } from "../../../testing/sip/test-bench.ts";

const credentials = { username: "bob", password: "zanzibar" };

function parsed(text: string): Incoming {
  const read = parseDatagram(Buffer.from(text), phoneAt);
  if (read.type !== "message") {
    throw new Error(read.type);
  }
  return read.message;
}

const invite = parsed(phoneInvite()) as SipRequest;

/** Returns a 407 of proxies for these realms. Text after a colon adds a field to the challenge. */
function refusal(...realms: string[]): Incoming<SipResponse> {
  const headers = realms.map((named) => {
    const [realm, more = ""] = named.split(":");
    return `Proxy-Authenticate: Digest realm="${realm}",nonce="n${more}",qop="auth"${more}`;
  });
  const answer = phoneAnswer(phoneInvite(), "407 Proxy Authentication Required", { headers });
  return parsed(answer) as Incoming<SipResponse>;
}

function realmsIn(request: SipRequest | null): string[] {
  return (request?.headers.all("Proxy-Authorization") ?? []).map(readRealm);
}

describe("[XI65] a request that is challenged", () => {
  test("answers each realm of several proxies", () => {
    expect(realmsIn(withCredentials(invite, refusal("one", "two"), credentials))).toEqual([
      "one",
      "two",
    ]);
  });

  test("keeps the first proxy's answer when a second one challenges", () => {
    const second = withCredentials(invite, refusal("one"), credentials);
    const third = withCredentials(second ?? invite, refusal("two"), credentials);

    expect(realmsIn(third)).toEqual(["one", "two"]);
  });

  test("fails when the same realm challenges again, unless its nonce was stale", () => {
    const second = withCredentials(invite, refusal("one"), credentials) ?? invite;

    expect(withCredentials(second, refusal("one"), credentials)).toBeNull();
    expect(realmsIn(withCredentials(second, refusal("one:,stale=true"), credentials))).toEqual([
      "one",
    ]);
  });

  test("fails after four answers, even with stale nonces", () => {
    let last: SipRequest | null = invite;
    let answers = 0;
    for (; last !== null && answers < 9; answers += 1) {
      last = withCredentials(last, refusal("one:,stale=true"), credentials);
    }

    expect(answers - 1).toBe(4);
  });

  test("uses the given CSeq, for example the CSeq of a continued dialog", () => {
    const again = withCredentials(invite, refusal("one"), credentials, 9);

    expect(again?.headers.get("CSeq")).toBe("9 INVITE");
  });
});
