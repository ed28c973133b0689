import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { damagedText } from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";
import { AttackedExchange, caller } from "./attacked-exchange.ts";
import { Attackers, type FiredBack } from "./attackers.ts";

let attacked: AttackedExchange;
let attackers: Attackers;

beforeAll(async () => {
  attacked = await AttackedExchange.start();
  attackers = await Attackers.many(100);
  attacked.web.answer("/refuse", "<Reject/>");
  attacked.web.answer("/wait", "<Pause length='60'/>");
  await attacked.aNumber(refusing, "/refuse");
  await attacked.aNumber(answering, "/wait");
});
afterAll(async () => {
  await attackers.close();
  await attacked?.close();
});

/**
 * The number that damaged messages call. A message that is still complete starts a call, which the
 * number refuses immediately.
 */
const refusing = "+61255500191";
const answering = "+61255500192";

const sdp = [
  "v=0",
  "o=- 1 1 IN IP4 127.0.0.1",
  "s=-",
  "c=IN IP4 127.0.0.1",
  "t=0 0",
  "m=audio 40000 RTP/AVP 0 8 101",
  "a=rtpmap:0 PCMU/8000",
  "a=rtpmap:8 PCMA/8000",
  "a=rtpmap:101 telephone-event/8000",
  "a=fmtp:101 0-15",
  "a=ptime:20",
  "a=sendrecv",
  "",
].join("\r\n");

interface Shape {
  method: string;
  cseq?: string;
  to?: string;
  headers?: string[];
  body?: string;
}

function message({ method, cseq = `1 ${method}`, to = "", headers = [], body = "" }: Shape) {
  return [
    `${method} sip:${refusing}@127.0.0.1 SIP/2.0`,
    "Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKhostile;rport",
    "Max-Forwards: 70",
    `From: "${caller.name}" <sip:${caller.number}@127.0.0.1>;tag=abc`,
    `To: <sip:${refusing}@127.0.0.1>${to}`,
    "Call-ID: hostile@127.0.0.1",
    `CSeq: ${cseq}`,
    `Contact: <sip:${caller.number}@127.0.0.1:9>`,
    ...headers,
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

const type = "Content-Type: application/sdp";
const invite = message({ method: "INVITE", headers: [type], body: sdp });
const compact = invite
  .replace("Via:", "v:")
  .replace("From:", "f:")
  .replace("To:", "t:")
  .replace("Call-ID:", "i:")
  .replace("Contact:", "m:")
  .replace("Content-Length:", "l:")
  .replace("Content-Type:", "c:");
const valid = [
  invite,
  compact,
  message({ method: "INVITE", to: ";tag=1", headers: [type], body: sdp }),
  message({ method: "ACK", to: ";tag=1" }),
  message({ method: "BYE", to: ";tag=1" }),
  message({ method: "CANCEL" }),
  message({ method: "OPTIONS", headers: ["Accept: application/sdp", "Supported: 100rel, timer"] }),
  message({ method: "REGISTER", headers: ["Expires: 60", 'Authorization: Digest username="x"'] }),
  message({
    method: "INFO",
    to: ";tag=1",
    headers: ["Content-Type: application/dtmf-relay"],
    body: "Signal=5\r\nDuration=160\r\n",
  }),
  invite.replace(/^INVITE .*\r\n/, "SIP/2.0 200 OK\r\n"),
  invite.replace(/^INVITE .*\r\n/, "SIP/2.0 401 Unauthorized\r\n"),
];

/** Gives each message its own call and transaction, unless those headers are damaged. */
function unlike(text: string, n: number): string {
  return text.replaceAll("hostile", `hostile${n}`).replace("tag=abc", `tag=abc${n}`);
}

function storm(seed: number, numRuns: number): Buffer[] {
  const texts = fc.sample(damagedText(...valid), { seed, numRuns });
  const noise = fc.sample(fc.uint8Array({ maxLength: 1500 }), { seed, numRuns: numRuns / 10 });
  return [
    ...texts.map((text, n) => Buffer.from(unlike(text, seed * numRuns + n))),
    ...noise.map((array) => Buffer.from(array)),
  ];
}

function huge(n: number): Buffer[] {
  const ending = `l: 0\r\n\r\n`;
  const flood = invite.replace(/Content-Type[^]*/, "");
  return [
    flood + "X-Flood: 1\r\n".repeat(4000) + ending,
    flood + `X-Long: ${"y".repeat(60_000)}\r\n` + ending,
    flood + "Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKx\r\n".repeat(1000) + ending,
    flood + `Route: ${"<sip:a@127.0.0.1;lr>,".repeat(2500)}\r\n` + ending,
    flood + `Contact: ${"<".repeat(50_000)}\r\n` + ending,
    flood + `Subject: ${'"\\'.repeat(25_000)}\r\n` + ending,
    flood + `Subject: a${"\r\n ".repeat(20_000)}\r\n` + ending,
    flood + `c: application/sdp\r\nl: 50000\r\n\r\n${"m=audio 1 RTP/AVP 0\r\n".repeat(2400)}`,
    flood + `c: application/sdp\r\nl: 60000\r\n\r\nv=0\r\na=${"fmtp:101 0-15,".repeat(4000)}`,
    invite.replace(/Content-Length: \d+/, "Content-Length: 99999999999"),
    invite.replace(/Content-Length: \d+/, "Content-Length: -5"),
    invite.replaceAll("\r\n", "\n"),
    invite.replaceAll("\r\n", "\r\n\0"),
  ].map((text, index) => Buffer.from(unlike(text, n * 1000 + index)));
}

interface Answer {
  received: Buffer;
  text: string;
}

/** Returns the exchange's answers to INVITEs by dialog, so that the attacker can continue it. */
function answers(status: string): Map<string, Answer> {
  return new Map(
    attackers.received
      .map((received) => ({ received, text: received.toString("latin1") }))
      .filter(({ text }) => text.startsWith(`SIP/2.0 ${status}`))
      .filter(({ text }) => /^CSeq: \d+ INVITE/im.test(text))
      .map((answer) => [headerOf(answer.text, "Call-ID") + headerOf(answer.text, "To"), answer]),
  );
}

function headerOf(text: string, name: string): string {
  return new RegExp(`^${name}: *(.*)\r`, "im").exec(text)?.[1] ?? "";
}

/** Builds a request within the dialog of an answer. */
function within(answer: string, shape: Shape): string {
  return message(shape)
    .replace(/^From: .*\r/m, `From: ${headerOf(answer, "From")}\r`)
    .replace(/^To: .*\r/m, `To: ${headerOf(answer, "To")}\r`)
    .replace(/^Call-ID: .*\r/m, `Call-ID: ${headerOf(answer, "Call-ID")}\r`);
}

async function stormInDialogs(round: number): Promise<void> {
  attackers.received.length = 0;
  const bodies = fc.sample(damagedText(sdp), { seed: round, numRuns: 60 });
  const invites = bodies.map((body, n) =>
    unlike(message({ method: "INVITE", headers: [type], body }), 5_000_000 + round * 1000 + n),
  );
  const toAnswering = invites.map((text) => Buffer.from(text.replaceAll(refusing, answering)));
  await attackers.fire(toAnswering, attacked.sip.port);
  await eventually(
    async () => answers("200").size,
    (size) => size > 5,
  );
  // Late answers belong to this round too.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const accepted = [...answers("200").values()];
  const inside = accepted.flatMap(({ received, text: answer }, n): FiredBack[] => {
    const info = ["Content-Type: application/dtmf-relay"];
    const refer = ["Refer-To: <sip:000@127.0.0.1?Replaces=a%3Bto-tag%3Db%3Bfrom-tag%3Dc>"];
    const notify = ["Event: refer", "Content-Type: message/sipfrag"];
    const frag = "SIP/2.0 200 OK\r\n";
    const whole = [
      within(answer, { method: "ACK" }),
      within(answer, { method: "INVITE", cseq: "2 INVITE", headers: [type], body: sdp }),
      within(answer, { method: "INFO", cseq: "3 INFO", headers: info, body: "Signal=5\r\n" }),
      within(answer, { method: "REFER", cseq: "4 REFER", headers: refer }),
      within(answer, { method: "NOTIFY", cseq: "5 NOTIFY", headers: notify, body: frag }),
    ];
    const damaged = fc.sample(damagedText(...whole), { seed: round * 100 + n, numRuns: 8 });
    return [whole[0] ?? "", ...damaged].map((text) => ({ received, bytes: Buffer.from(text) }));
  });
  await attackers.fireBack(inside, attacked.sip.port);
  // A re-INVITE that lost its tag has begun its own dialog, whose answer comes later.
  for (const sweep of ["first", "second"]) {
    const byes = [...answers("200").values()].map(({ received, text }, n) => {
      const bye = within(text, { method: "BYE", cseq: "2000000000 BYE" });
      const bytes = Buffer.from(bye.replace("z9hG4bKhostile", `z9hG4bK${sweep}${round}-${n}`));
      return { received, bytes };
    });
    await attackers.fireBack(byes, attacked.sip.port);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

describe("hostile SIP", () => {
  test("[XI50] in thousands of messages affects no call, and nothing remains", async () => {
    await attacked.survives(async (round) => {
      await attackers.fire(storm(round + 1, 1500), attacked.sip.port);
      await attackers.fire(huge(round + 1), attacked.sip.port);
    });

    expect(attackers.received.length).toBeGreaterThan(100);
  });

  test("[XI50] [XM19] from admitted callers affects no other call", async () => {
    await attacked.survives(stormInDialogs);

    expect(attacked.isRunning).toBe(true);
  });
});
