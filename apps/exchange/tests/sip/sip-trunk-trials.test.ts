import { connect, createServer } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { noStreams, type SipTransport } from "@linedesk/sip";
import type { SipEndpoint } from "../../src/edges/sip/sip-endpoint.ts";
import { plainTrunk, type Trunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, until } from "../support/sip-support.ts";
import { expiredMaterial, type TlsMaterial, tlsMaterial } from "../support/tls-material.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

function aTrunk(transport: SipTransport, port: number, parts: Partial<Trunk> = {}): Trunk {
  return { ...plainTrunk("carrier", [{ host: "localhost", port }]), transport, ...parts };
}

/** Starts another exchange as the carrier. */
async function aCarrier(tls: TlsMaterial) {
  const streams = { ...noStreams, listensTcp: true, tlsPort: 0, tls: { ...tls, ca: null } };
  return (await anExchange(cleanup, { media: new TestMedia(), streams })).sip;
}

async function listenWithoutTls(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    cleanup.add(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function options({ trunks }: SipEndpoint, trunk: Trunk): Promise<unknown> {
  return (await trunks.probe(trunk)).hosts[0]?.options;
}

test("[TR82] a probe has a code for an unknown host name, a closed port, and a port without TLS", async () => {
  const { sip } = await anExchange(cleanup, { media: new TestMedia() });
  const carrier = await aCarrier(tlsMaterial(folder, "localhost"));
  const plainPort = await listenWithoutTls();
  const unknown = { hosts: [{ host: "carrier.invalid", port: 5060 }] };

  expect(await options(sip, aTrunk("tcp", carrier.portOf("tcp")))).toEqual({
    type: "answered",
    status: 200,
  });
  expect(await options(sip, aTrunk("udp", 5060, unknown))).toMatchObject({ code: "ENOTFOUND" });
  expect(await options(sip, aTrunk("tcp", await findFreePort()))).toMatchObject({
    code: "ECONNREFUSED",
  });
  expect(await options(sip, aTrunk("tls", plainPort))).toMatchObject({
    code: "EPROTO",
  });
});

test("[TR82] [TR86] a certificate must be current, for the host, and issued by the trunk's authority", async () => {
  const { sip } = await anExchange(cleanup, { media: new TestMedia() });
  const right = tlsMaterial(folder, "localhost");
  const other = tlsMaterial(folder, "sip.other.test");
  const expired = expiredMaterial(folder, "localhost");
  const [good, misnamed, old] = [
    (await aCarrier(right)).portOf("tls"),
    (await aCarrier(other)).portOf("tls"),
    (await aCarrier(expired)).portOf("tls"),
  ];

  const answers = [
    await options(sip, aTrunk("tls", good)),
    await options(sip, aTrunk("tls", good, { authority: right.cert })),
    await options(sip, aTrunk("tls", misnamed, { authority: other.cert })),
    await options(sip, aTrunk("tls", old, { authority: expired.cert })),
  ];

  expect(answers).toEqual([
    { type: "failed", code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    { type: "answered", status: 200 },
    { type: "failed", code: "ERR_TLS_CERT_ALTNAME_INVALID" },
    { type: "failed", code: "CERT_HAS_EXPIRED" },
  ]);
});

function opens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () =>
      resolve(false),
    );
    cleanup.add(() => socket.destroy());
  });
}

test("[TR87] the exchange listens on TCP and TLS as soon as a trunk uses them", async () => {
  const tls = tlsMaterial(folder, "localhost");
  const streams = { ...noStreams, tls: { ...tls, ca: null } };
  const { sip } = await anExchange(cleanup, { media: new TestMedia(), streams });
  const withoutCertificate = (await anExchange(cleanup, { media: new TestMedia() })).sip;
  const udp = sip.address.port;
  expect([sip.portOf("tcp"), sip.portOf("tls"), await opens(udp)]).toEqual([udp, udp, false]);

  sip.trunks.replaceAdded([
    aTrunk("tcp", 5060),
    { ...aTrunk("tls", 5061), name: "other", sid: `TK${"1".repeat(32)}` },
  ]);
  withoutCertificate.trunks.replaceAdded([aTrunk("tls", 5061)]);
  await until("TLS listens", () => sip.portOf("tls") !== udp);

  await until("TCP listens", () => sip.portOf("tcp") !== 0);
  expect(await opens(sip.portOf("tcp"))).toBe(true);
  expect(await opens(sip.portOf("tls"))).toBe(true);
  expect(withoutCertificate.portOf("tls")).toBe(withoutCertificate.address.port);
});
