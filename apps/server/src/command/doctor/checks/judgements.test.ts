import { expect, test } from "vitest";

import { describeFailure } from "../probes/describe-failure.ts";
import { readRelayUrl } from "../probes/relay-url.ts";
import { judgeDatabase } from "./database.ts";
import { judgeFolder, judgeSpace } from "./disk.ts";
import { judgeExchange } from "./exchanges.ts";
import { judgeOrigin, judgePolicy } from "./microphone.ts";
import { listNames } from "./names.ts";
import { judgeAllocation } from "./relays.ts";
import { judgeRedirect } from "./sign-in.ts";
import { judgeAccount, judgeNumber } from "./telephony-account.ts";
import { judgeTrunk } from "./trunks.ts";

const desk = "https://desk.example.com";

test.each([
  [null, "right"],
  ["microphone=(self), camera=()", "right"],
  ['camera=(), microphone=(self "https://other.example")', "right"],
  ["microphone=*", "right"],
  ["microphone=()", "wrong"],
  ['camera=(self), microphone=("https://other.example")', "wrong"],
] as const)("[SR61] Permissions-Policy %s is %s for the microphone", (policy, state) => {
  expect(judgePolicy(desk, policy).state).toBe(state);
});

test.each([
  ["https://desk.example.com", null],
  ["http://localhost:3000", null],
  ["http://127.0.0.1:3000", null],
  ["http://desk.example.com", "wrong"],
  ["http://192.168.1.20:3000", "wrong"],
] as const)("[SR61] the microphone on %s: %s", (url, state) => {
  expect(judgeOrigin(url)?.state ?? null).toBe(state);
});

const redirect = `${desk}/api/auth/callback/sso`;

test.each([
  ["a login page", { status: 200, location: null, body: "<form>" }, "right"],
  ["a page of its own", { status: 302, location: "/login?x=1", body: "" }, "right"],
  ["an unknown client", { status: 400, location: null, body: "invalid_client" }, "wrong"],
  ["Entra's page", { status: 200, location: null, body: "AADSTS50011: no" }, "wrong"],
  [
    "a refused scope",
    { status: 303, location: `${redirect}?error=invalid_scope`, body: "" },
    "wrong",
  ],
  ["a fault", { status: 502, location: null, body: "" }, "wrong"],
] as const)("[SR61] an issuer that answers a sign-in with %s", (_name, answer, state) => {
  expect(judgeRedirect(answer, redirect).state).toBe(state);
});

const trunk = { name: "carrier", transport: "udp" };

function answer(given: number | string) {
  return typeof given === "number"
    ? ({ type: "answered", status: given } as const)
    : ({ type: "failed", code: given } as const);
}

test.each([
  [200, 200, "right", "It accepts the registration. It answers."],
  ["ETIMEDOUT", 200, "right", "It accepts the registration. It does not answer OPTIONS;"],
  [404, null, "right", "It answers."],
  ["ETIMEDOUT", null, "wrong", "It does not answer."],
  [200, 401, "wrong", "It refuses the user or the password (401)."],
  [200, 403, "wrong", "It forbids the registration (403)."],
  ["ETIMEDOUT", "ETIMEDOUT", "wrong", "It does not answer."],
  [200, 699, "wrong", "It refuses the registration with 699."],
] as const)(
  "[SR61] a trunk with OPTIONS %s and REGISTER %s is %s",
  (options, register, state, text) => {
    const [found] = judgeTrunk(trunk, {
      hosts: [
        {
          host: "sip.example.com",
          options: answer(options),
          register: register === null ? null : answer(register),
        },
      ],
    });

    expect(found?.state).toBe(state);
    expect(found?.text).toContain(`The trunk carrier at sip.example.com (UDP): ${text}`);
    expect(found?.advice === null).toBe(state === "right");
  },
);

const facts = {
  majorVersion: 17,
  version: "17.4",
  role: "linedesk",
  wideRights: [] as string[],
  encoding: "UTF8",
  mayCreate: true,
  tables: 60,
  unreadable: [] as string[],
  maxConnections: 100,
  isEncrypted: true,
};
const use = { isOwn: true, hasOwner: true, isLocal: false, poolSize: 20 };

test.each([
  ["a good one", {}, ["right", "right"]],
  ["an old version", { majorVersion: 13 }, ["wrong", "right"]],
  ["a future version", { majorVersion: 19 }, ["warning", "right"]],
  ["another encoding", { encoding: "LATIN1" }, ["wrong", "right"]],
  ["a table of another role", { unreadable: ["call"] as string[] }, ["right", "wrong"]],
  ["a superuser", { wideRights: ["is a superuser"] }, ["right", "warning"]],
  ["few connections", { maxConnections: 20 }, ["right", "right", "wrong"]],
  ["no encryption", { isEncrypted: false }, ["right", "right", "warning"]],
])("[SR61] the doctor judges a database: %s", (_name, given, states) => {
  const found = judgeDatabase({ ...facts, ...given }, use);

  expect(found.map(({ state }) => state)).toEqual(states);
});

test("[SR61] an empty database needs a role that may create tables, its own or the owner's", () => {
  const empty = { ...facts, tables: 0, mayCreate: false };

  expect(judgeDatabase(empty, use)[1]?.state).toBe("right");
  expect(judgeDatabase(empty, { ...use, hasOwner: false })[1]?.state).toBe("wrong");
});

test("[SR66] rights that are too wide are named, with advice to use a separate role", () => {
  const wideRights = ["owns the audit entries", "may create tables and functions"];
  const [, found] = judgeDatabase({ ...facts, wideRights }, { ...use, hasOwner: false });

  expect(found).toEqual({
    state: "warning",
    text: "The role linedesk may do more than the server needs: it owns the audit entries and may create tables and functions.",
    advice: expect.stringContaining("set DATABASE_OWNER_URL"),
  });
});

test.each([
  [50_000, 0.5, "right"],
  [50_000, 0.15, "warning"],
  [1_500, 0.5, "warning"],
  [0, 0, "wrong"],
] as const)("[SR61] %s MB free, a share of %s, is %s", (mb, share, state) => {
  expect(judgeSpace(mb, share).state).toBe(state);
});

test("[SR61] the data folder must be writable, and closed to others", () => {
  const folder = { dataDir: "/var/lib/linedesk", mayWrite: true, isOpen: false };

  expect(judgeFolder(folder).state).toBe("right");
  expect(judgeFolder({ ...folder, isOpen: true }).advice).toBe("Run: chmod 0700 /var/lib/linedesk");
  expect(judgeFolder({ ...folder, mayWrite: false }).state).toBe("wrong");
});

const relay = "turn:relay.example.com:3478";

test.each([
  [{ errorCode: 0, mapped: "203.0.113.7", relayed: "203.0.113.9" }, "203.0.113.7", "right"],
  [{ errorCode: 0, mapped: "203.0.113.8", relayed: null }, "203.0.113.7", "warning"],
  [{ errorCode: 0, mapped: "192.168.1.20", relayed: null }, "203.0.113.7", "right"],
  [{ errorCode: 401, mapped: null, relayed: null }, null, "wrong"],
  [{ errorCode: 486, mapped: null, relayed: null }, null, "wrong"],
  [{ errorCode: 699, mapped: null, relayed: null }, null, "wrong"],
] as const)("[SR61] a relay's allocation %o with MEDIA_ADDRESS %s is %s", (answer, own, state) => {
  expect(judgeAllocation(relay, answer, own).state).toBe(state);
});

test.each([
  ["turn:relay.example.com", { host: "relay.example.com", port: 3478, transport: "udp" }],
  ["turn:203.0.113.9:80?transport=tcp", { host: "203.0.113.9", port: 80, transport: "tcp" }],
  [
    "turns:relay.example.com?transport=tcp",
    { host: "relay.example.com", port: 5349, transport: "tls" },
  ],
  ["turn:[2001:db8::1]:3478", { host: "2001:db8::1", port: 3478, transport: "udp" }],
] as const)("[SR61] the relay %s is tested at %o", (url, address) => {
  expect(readRelayUrl(url)).toEqual(address);
});

test("[SR61] the Twilio account is judged by its state and by where calls to each line's number go", () => {
  expect(judgeAccount("active").state).toBe("right");
  expect(judgeAccount("suspended").state).toBe("wrong");
  expect(judgeNumber("Contest", "right")[0]?.state).toBe("right");
  expect(judgeNumber("Contest", "absent")[0]).toMatchObject({
    state: "wrong",
    text: "The account does not own the number of the line Contest.",
  });
  expect(judgeNumber("Contest", "will_change")[0]?.state).toBe("warning");
});

test("[SR61] the host names in all settings are looked up, and addresses are not", () => {
  const settings = {
    PUBLIC_URL: "https://desk.example.com",
    OIDC_ISSUER: "https://login.example.com/tenant",
    DATABASE_URL: "postgresql://linedesk:s3cret@10.0.0.5:5432/linedesk",
    SIP_PEER: "radio:s3cret@sip.example.com:5070",
    TURN_URL: "turn:relay.example.com:3478,turn:[2001:db8::1]:3478",
    PUSHER_HOST: "ws.example.com",
  };

  const found = listNames({ settings: settings as Parameters<typeof listNames>[0]["settings"] });

  expect(found.map(({ setting, host }) => `${setting} ${host}`)).toEqual([
    "PUBLIC_URL desk.example.com",
    "OIDC_ISSUER login.example.com",
    "PUSHER_HOST ws.example.com",
    "TURN_URL relay.example.com",
    "SIP_PEER sip.example.com",
  ]);
});

test("[SR61] a failure is described by its innermost cause", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const untrusted = Object.assign(new Error("tls"), { code: "SELF_SIGNED_CERT_IN_CHAIN" });

  expect(describeFailure(new TypeError("fetch failed", { cause: refused })).text).toBe(
    "nothing listens there",
  );
  expect(describeFailure(new AggregateError([refused])).text).toBe("nothing listens there");
  expect(describeFailure(new TypeError("fetch failed", { cause: untrusted })).advice).toContain(
    "NODE_EXTRA_CA_CERTS",
  );
});

const load = { turnedAway: 0, turnedAwayAt: null, calls: 0, draining: false };

test.each([
  ["away", null, "wrong", "The exchange spare does not answer at http://10.0.0.6:3001."],
  ["draining", { ...load, draining: true }, "warning", "The exchange spare drains"],
  ["right", load, "right", "The exchange spare answers and takes calls."],
] as const)("[CN66] an exchange that is %s is named", (_what, found, state, text) => {
  const judged = judgeExchange({ service: "spare", apiUrl: "http://10.0.0.6:3001" }, found);

  expect(judged.state).toBe(state);
  expect(judged.text).toContain(text);
});
