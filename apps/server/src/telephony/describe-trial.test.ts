import { expect, test } from "vitest";

import { describeTrial } from "./describe-trial.ts";
import type { SipAnswer } from "./exchange-trunks.ts";

function answer(given: number | string): SipAnswer {
  return typeof given === "number"
    ? { type: "answered", status: given }
    : { type: "failed", code: given };
}

function describeOne(options: number | string, register: number | string | null) {
  const registered = register === null ? null : answer(register);
  const { hosts } = describeTrial({
    hosts: [{ host: "sip.example.com", options: answer(options), register: registered }],
  });
  return hosts[0];
}

test.each([
  ["ETIMEDOUT", "It does not answer."],
  ["ENOTFOUND", "The host name cannot be resolved."],
  ["ECONNREFUSED", "Nothing listens there."],
  ["EHOSTUNREACH", "This machine has no route to it."],
  ["ENETUNREACH", "This machine has no route to it."],
  ["ECONNRESET", "It closed the connection."],
  ["EPROTO", "It does not speak TLS on this port."],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "It does not speak TLS on this port."],
  ["CERT_HAS_EXPIRED", "Its certificate has expired."],
  ["CERT_NOT_YET_VALID", "Its certificate is not valid yet."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Its certificate is for another name."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "Its certificate is not trusted."],
  ["SELF_SIGNED_CERT_IN_CHAIN", "Its certificate is not trusted."],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "Its certificate is not trusted."],
  ["EMFILE", "The connection failed with EMFILE."],
  [503, "It is overloaded or not available (503)."],
])("[TR88] the result %s of OPTIONS is shown in words, with the next step", (given, words) => {
  const found = describeOne(given, null);

  expect(found).toMatchObject({ works: false, options: { isGood: false } });
  expect(found?.options?.message.startsWith(`${words} `)).toBe(true);
});

test.each([
  [401, "It refuses the user or the password (401)."],
  [403, "It forbids the registration (403)."],
  [404, "It does not know the registered user (404)."],
  [405, "It accepts no registration (405)."],
  [407, "It refuses the user or the password (407)."],
  [408, "It is overloaded or not available (408)."],
  [423, "It wants a longer registration (423)."],
  [480, "It is overloaded or not available (480)."],
  [500, "It is overloaded or not available (500)."],
  [606, "It refuses the registration with 606."],
  ["ETIMEDOUT", "It does not answer the registration."],
])("[TR88] the result %s of REGISTER is shown in words, with the next step", (given, words) => {
  const found = describeOne(200, given);

  expect(found).toMatchObject({ works: false, register: { isGood: false } });
  expect(found?.register?.message.startsWith(`${words} `)).toBe(true);
});

test("[TR88] a trunk works without an answer to OPTIONS only if it registers", () => {
  expect(describeOne("ETIMEDOUT", 200)).toMatchObject({ works: true });
  expect(describeOne("ETIMEDOUT", null)).toMatchObject({ works: false });
  expect(describeOne("ENOTFOUND", 200)).toMatchObject({ works: false });
  expect(describeOne("ETIMEDOUT", "ETIMEDOUT")).toMatchObject({
    options: { isGood: false, reason: "trunk_no_answer" },
    register: { isGood: false, reason: "trunk_no_answer" },
  });
  expect(describeOne(405, null)).toMatchObject({ works: true });
});
