import { type AddressInfo, connect, createServer, type Socket } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { noStreams, type SipTransport } from "@linedesk/sip";
import type { SipEndpoint } from "../../src/edges/sip/sip-endpoint.ts";
import { openPlan, plainTrunk, type Trunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia, TestSink } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, type TestExchange, until } from "../support/sip-support.ts";
import { tlsMaterial } from "../support/tls-material.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

function aTrunk(transport: SipTransport, address: { host: string; port: number }): Trunk {
  return { ...plainTrunk("carrier", [address]), transport };
}

/** Starts an exchange that acts as the carrier of another exchange. */
async function aCarrier(tls?: { cert: string; key: string }): Promise<TestExchange> {
  const streams =
    tls === undefined
      ? { ...noStreams, listensTcp: true }
      : { ...noStreams, listensTcp: true, tlsPort: 0, tls: { ...tls, ca: null } };
  const carrier = await anExchange(cleanup, { media: new TestMedia(), streams });
  carrier.intake.onReceive = (leg) => {
    leg.ring("CA1");
    void leg.answer("CA1");
  };
  return carrier;
}

function dial(sip: SipEndpoint): { sink: TestSink; hangUp: () => void } {
  const sink = new TestSink();
  const request = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };
  const leg = sip.dialer.dial({ callSid: "CA1", ...request }, sink);
  return { sink, hangUp: () => leg.hangUp() };
}

test("[XI1] either end can hang up a call over TCP, on the connection of the call", async () => {
  const carrier = await aCarrier();
  const address = { host: "127.0.0.1", port: carrier.sip.portOf("tcp") };
  const plan = { ...openPlan, trunks: [aTrunk("tcp", address)] };
  const { sip } = await anExchange(cleanup, { media: new TestMedia(), plan });

  const ours = dial(sip);
  await until("answered", () => ours.sink.events.includes("answered"));
  ours.hangUp();
  await until("our hang-up arrives", () => carrier.intake.call().sink.end !== null);
  const theirs = dial(sip);
  await until("answered", () => theirs.sink.events.includes("answered"));
  carrier.intake.call(1).leg.hangUp();
  await until("the carrier hangs up", () => theirs.sink.end !== null);

  expect(theirs.sink.end?.cause).toBe("hangup");
});

test("[XI1] a call over TLS needs a trusted certificate with the name of the trunk's host", async () => {
  const tls = tlsMaterial(folder, "sip.carrier.test");
  const carrier = await aCarrier(tls);
  const port = carrier.sip.portOf("tls");
  const resolver = {
    resolve: () => Promise.resolve([{ address: "127.0.0.1", port, transport: "tls" as const }]),
  };
  const streams = { ...noStreams, tls: { cert: null, key: null, ca: tls.cert } };
  const media = new TestMedia();
  const good = { ...openPlan, trunks: [aTrunk("tls", { host: "sip.carrier.test", port })] };
  const bad = { ...openPlan, trunks: [aTrunk("tls", { host: "sip.other.test", port })] };
  const matching = await anExchange(cleanup, { media, plan: good, streams, resolver });
  const misnamed = await anExchange(cleanup, { media, plan: bad, streams, resolver });
  const untrusting = await anExchange(cleanup, { media, plan: good, resolver });

  const call = dial(matching.sip);
  await until("answered", () => call.sink.events.includes("answered"));
  call.hangUp();
  const refused = [dial(misnamed.sip), dial(untrusting.sip)];
  await until("both calls end", () => refused.every(({ sink }) => sink.end !== null));

  expect(refused.map(({ sink }) => sink.end?.cause)).toEqual(["unreachable", "unreachable"]);
  expect(carrier.intake.calls).toHaveLength(1);
});

test("[XI24] after a refused connection the call uses the next trunk at once", async () => {
  const carrier = await aCarrier();
  const address = { host: "127.0.0.1", port: carrier.sip.portOf("tcp") };
  const dead = { ...aTrunk("tcp", { host: "127.0.0.1", port: 1 }), name: "dead" };
  const plan = { ...openPlan, trunks: [dead, { ...aTrunk("tcp", address), priority: 2 }] };
  const { sip } = await anExchange(cleanup, { media: new TestMedia(), plan });

  const { sink } = dial(sip);
  await until("answered", () => sink.events.includes("answered"));

  expect(sink.events).toEqual(["ringing", "answered"]);
});

test("[XI30] a lost connection of a registration causes a new registration", async () => {
  const registered: number[] = [];
  const sockets: Socket[] = [];
  const registrar = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      if (!text.startsWith("REGISTER")) {
        return;
      }
      registered.push(sockets.indexOf(socket));
      const copied = text
        .split("\r\n")
        .filter((line) => /^(?:Via|From|To|Call-ID|CSeq):/.test(line));
      const answer = ["SIP/2.0 200 OK", ...copied, "Expires: 600", "Content-Length: 0", "", ""];
      socket.write(answer.join("\r\n").replace(/^To: .*$/m, "$&;tag=reg"));
    });
  });
  await new Promise<void>((resolve) => registrar.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => new Promise((resolve) => registrar.close(resolve)));
  cleanup.add(() => sockets.forEach((socket) => socket.destroy()));
  const address = { host: "127.0.0.1", port: (registrar.address() as AddressInfo).port };
  const trunk = {
    ...aTrunk("tcp", address),
    credentials: { username: "radio", password: "s3cret" },
    registration: { registrars: [address], expiresS: 600, user: null },
  };
  await anExchange(cleanup, { media: new TestMedia(), plan: { ...openPlan, trunks: [trunk] } });
  await until("registered", () => registered.length === 1);

  sockets[0]?.destroy();
  await until("registered again", () => registered.length === 2);

  expect(registered).toEqual([0, 1]);
});

test("[XI1] keep-alives are answered, and a connection without SIP is closed", async () => {
  const carrier = await aCarrier();
  const port = carrier.sip.portOf("tcp");
  const sipClient = connect(port, "127.0.0.1");
  const httpClient = connect(port, "127.0.0.1");
  cleanup.add(() => sipClient.destroy());
  cleanup.add(() => httpClient.destroy());
  let received = "";
  sipClient.on("data", (chunk: Buffer) => (received += chunk.toString()));
  let isEnded = false;
  httpClient.on("close", () => (isEnded = true)).on("error", () => undefined);

  sipClient.write("\r\n\r\n");
  httpClient.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await until("an answer and the close arrive", () => received !== "" && isEnded);

  expect(received).toBe("\r\n");
});
