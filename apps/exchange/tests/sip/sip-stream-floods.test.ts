import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import { afterEach, expect, test } from "vitest";

import { noStreams } from "@linedesk/sip";
import { openPlan, plainTrunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import {
  anExchange,
  Cleanup,
  type ExchangeSetup,
  type TestExchange,
  until,
} from "../support/sip-support.ts";
import { tlsMaterial } from "../support/tls-material.ts";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function anExchangeByTcp(setup: ExchangeSetup = {}): Promise<TestExchange> {
  const streams = { ...noStreams, listensTcp: true };
  return anExchange(cleanup, { media: new TestMedia(), streams, ...setup });
}

interface Caller {
  socket: Socket;
  received: () => string;
  isOpen: () => boolean;
}

/** Connects from an address of the loopback network. */
async function aConnection(port: number, from = "127.0.3.1"): Promise<Caller> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  let isOpen = true;
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (isOpen = false));
  cleanup.add(() => socket.destroy());
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve);
    socket.once("close", () => resolve());
  });
  return { socket, received: () => text, isOpen: () => isOpen };
}

let count = 0;

function options(more: string[] = ["Content-Length: 0"]): string {
  count += 1;
  return [
    "OPTIONS sip:linedesk@127.0.0.1 SIP/2.0",
    `Via: SIP/2.0/TCP 127.0.3.1:5060;branch=z9hG4bKs${count}`,
    "Max-Forwards: 70",
    `From: <sip:a@127.0.3.1>;tag=t${count}`,
    "To: <sip:linedesk@127.0.0.1>",
    `Call-ID: stream${count}`,
    "CSeq: 1 OPTIONS",
    ...more,
    "",
    "",
  ].join("\r\n");
}

/** Resolves with false when the connection closes before an answer. */
async function isServed(caller: Caller): Promise<boolean> {
  const before = caller.received().length;
  const isAnswered = () => caller.received().slice(before).includes("SIP/2.0 200 OK");
  caller.socket.write(options());
  await until("an answer or a close", () => isAnswered() || !caller.isOpen());
  return isAnswered();
}

test("[XI19] the pieces of a message are joined, and a connection that sends pieces without end is closed", async () => {
  const patient = await anExchangeByTcp();
  const pieces = await aConnection(patient.sip.portOf("tcp"));
  const text = options();
  for (let at = 0; at < text.length; at += 60) {
    pieces.socket.write(text.slice(at, at + 60));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await until("the message is answered", () => pieces.received().includes("SIP/2.0 200 OK"));

  const { sip } = await anExchangeByTcp({ streamLimits: { messageMs: 1500 } });
  const port = sip.portOf("tcp");
  const polite = await aConnection(port);
  expect(await isServed(polite)).toBe(true);
  const slow = await aConnection(port);
  const late = await aConnection(port);
  expect(await isServed(late)).toBe(true);

  // Neither connection is silent for long, so only the limit for a message can close them.
  const drip = setInterval(() => {
    if (slow.isOpen()) {
      slow.socket.write("O");
    }
    if (late.isOpen()) {
      late.socket.write("X");
    }
  }, 50);
  cleanup.add(() => clearInterval(drip));

  await until("both connections are closed", () => !slow.isOpen() && !late.isOpen());
  expect(await isServed(polite)).toBe(true);
});

test.each([
  ["giant", ["Content-Length: 999999"]],
  ["endless", [`Content-Length: ${"9".repeat(40)}`]],
  ["negative", ["Content-Length: -1"]],
  ["missing", []],
  ["given twice", ["Content-Length: 0", "Content-Length: 7"]],
])("[XI19] a connection with Content-Length %s is closed at once", async (_what, headers) => {
  const { sip } = await anExchangeByTcp();
  const hostile = await aConnection(sip.portOf("tcp"));

  hostile.socket.write(options(headers));

  await until("the hostile connection is closed", () => !hostile.isOpen());
  expect(hostile.received()).toBe("");
});

test("[XI19] one address has at most twenty connections, and other addresses are not affected", async () => {
  const { sip } = await anExchangeByTcp();
  const port = sip.portOf("tcp");

  const many = await Promise.all(Array.from({ length: 30 }, () => aConnection(port)));
  await until("only twenty stay open", () => many.filter(({ isOpen }) => isOpen()).length === 20);
  expect(await isServed(await aConnection(port, "127.0.3.2"))).toBe(true);

  many.find(({ isOpen }) => isOpen())?.socket.destroy();
  const isNextServed = async () => isServed(await aConnection(port));
  await expect.poll(isNextServed, { timeout: 15_000 }).toBe(true);
});

test("[XI19] TLS connections without a handshake count towards the limit of their address", async () => {
  const tls = tlsMaterial(cleanup.folder(), "sip.test");
  const streams = { ...noStreams, tlsPort: 0, tls: { ...tls, ca: null } };
  const { sip } = await anExchangeByTcp({ streams, streamLimits: { maxConnections: 40 } });
  const port = sip.portOf("tls");

  const silent = await Promise.all(Array.from({ length: 45 }, () => aConnection(port)));
  await until(
    "at most twenty are open",
    () => silent.filter(({ isOpen }) => isOpen()).length <= 20,
  );

  const where = { port, host: "127.0.0.1", localAddress: "127.0.3.2", ca: tls.cert };
  const other = connectTls({ ...where, servername: "sip.test" });
  cleanup.add(() => other.destroy());
  let received = "";
  other.on("data", (chunk: Buffer) => (received += chunk.toString()));
  other.write(options());
  await expect.poll(() => received, { timeout: 15_000 }).toContain("SIP/2.0 200 OK");
});

test("[XI19] a sender of more bytes than its limit loses its connections, and other senders keep theirs", async () => {
  const bytes = { perSecond: 1, burst: 20_000 };
  const { sip } = await anExchangeByTcp({ streamLimits: { bytes } });
  const port = sip.portOf("tcp");
  const other = await aConnection(port, "127.0.3.2");

  const flooding = await Promise.all([aConnection(port), aConnection(port)]);
  for (const { socket } of flooding) {
    socket.write(options().repeat(60));
  }
  await until("both floods are closed", () => flooding.every(({ isOpen }) => !isOpen()));

  expect(await isServed(other)).toBe(true);
});

test("[XI19] an address that connects too often is banned and loses its open connection, and other addresses are served", async () => {
  const connects = { perSecond: 0.001, burst: 15 };
  const { sip } = await anExchangeByTcp({ streamLimits: { connects } });
  const port = sip.portOf("tcp");
  const patient = await aConnection(port);
  expect(await isServed(patient)).toBe(true);

  for (let n = 0; n < 40; n += 1) {
    (await aConnection(port)).socket.destroy();
  }

  // After the tenth excess attempt the address is banned, and its open connections close.
  await until("the open connection is closed", () => !patient.isOpen());
  expect(await isServed(await aConnection(port, "127.0.3.2"))).toBe(true);
});

test("[XI33] [XI19] an unauthenticated sender with too many failures loses its connection, and a trunk never does", async () => {
  const trunk = plainTrunk("carrier", [{ host: "127.0.3.9", port: 5060 }]);
  const plan = { ...openPlan, trunks: [trunk], isClosed: true };
  const { sip } = await anExchangeByTcp({ plan });
  const port = sip.portOf("tcp");
  const carrier = await aConnection(port, "127.0.3.9");
  const anonymous = await aConnection(port);

  for (const { socket } of [carrier, anonymous]) {
    for (let n = 0; n < 12; n += 1) {
      socket.write(options().replace("CSeq: 1 OPTIONS", "CSeq: 1 BYE"));
    }
  }
  await until("the unauthenticated connection is closed", () => !anonymous.isOpen());
  const again = await aConnection(port);

  await until("its next connection is closed", () => !again.isOpen());
  expect(await isServed(carrier)).toBe(true);
  expect(anonymous.received()).toBe("");
});

test("[XI19] unauthenticated senders of many addresses leave half of the connections to the trunks", async () => {
  const trunk = plainTrunk("carrier", [{ host: "127.0.3.9", port: 5060 }]);
  const plan = { ...openPlan, trunks: [trunk], isClosed: true };
  const { sip } = await anExchangeByTcp({ plan, streamLimits: { maxConnections: 20 } });
  const port = sip.portOf("tcp");
  const addresses = Array.from({ length: 25 }, (_, at) => `127.0.4.${at + 1}`);

  const untrusted = await Promise.all(addresses.map((from) => aConnection(port, from)));
  await until("ten are still open", () => untrusted.filter(({ isOpen }) => isOpen()).length === 10);
  const carriers = await Promise.all([1, 2, 3].map(() => aConnection(port, "127.0.3.9")));

  for (const carrier of carriers) {
    expect(await isServed(carrier)).toBe(true);
  }
});
