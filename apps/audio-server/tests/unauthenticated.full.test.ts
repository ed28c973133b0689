import { createSocket } from "node:dgram";

import { afterEach, expect, test } from "vitest";
import { CipherContext, RTCCertificate, RTCPeerConnection, RtpHeader, RtpPacket } from "werift";

import { systemClock } from "@linedesk/base";
import { CallPeer } from "../src/telephony/call-peer.ts";
import { LineTrack } from "../src/telephony/line-stream.ts";
import { until } from "./support/until.ts";

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) {
    await end();
  }
});

async function openCall({
  setup = "active",
  prepare = async () => undefined,
}: {
  setup?: "active" | "passive";
  prepare?: (far: RTCPeerConnection) => Promise<void>;
} = {}) {
  const near = new CallPeer(systemClock, null);
  near.addTrack(new LineTrack());
  const far = new RTCPeerConnection({ iceServers: [] });
  ends.push(
    () => near.close(),
    () => far.close(),
  );
  const received: number[] = [];
  const streams = new Set<number>();
  near.ontrack = ({ streams: [stream] }) => {
    stream?.getTracks()[0]?.follow(({ sequence, ssrc }) => {
      received.push(sequence);
      streams.add(ssrc);
    });
  };
  await near.createOffer();
  await near.setLocalDescription();
  const offer = near.localDescription?.sdp ?? "";
  await far.setRemoteDescription({ type: "offer", sdp: offer });
  const [transceiver] = far.getTransceivers();
  transceiver?.setDirection("sendrecv");
  for (const transport of far.dtlsTransports) {
    transport.role = setup === "active" ? "client" : "server";
  }
  await far.setLocalDescription(await far.createAnswer());
  await prepare(far);
  const answer = far.localDescription?.sdp ?? "";
  expect(read(answer, "setup")).toBe(setup);
  await near.setRemoteDescription({ type: "answer", sdp: answer });
  const send = (sequence: number) =>
    transceiver?.sender.sendRtp(
      new RtpPacket(new RtpHeader({ sequenceNumber: sequence }), Buffer.alloc(160, sequence)),
    );
  return { near, far, offer, answer, received, streams, send };
}

function read(sdp: string, name: string): string {
  return new RegExp(`^a=${name}:(\\S+)`, "m").exec(sdp)?.[1] ?? "";
}

async function iceRole(peer: CallPeer): Promise<unknown> {
  const reports = [...(await peer.getStats()).values()] as Record<string, unknown>[];
  return reports.find(({ type }) => type === "transport")?.["iceRole"];
}

function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function buildCheck(username: string): Buffer {
  const body = Buffer.concat([
    attribute(0x0006, Buffer.from(username)),
    attribute(0x0024, Buffer.alloc(4, 0x7f)),
    attribute(0x802a, Buffer.alloc(8, 0xff)),
    attribute(0x0025, Buffer.alloc(0)),
    attribute(0x0008, Buffer.alloc(20)),
  ]);
  const header = Buffer.alloc(20, 1);
  header.writeUInt16BE(1, 0);
  header.writeUInt16BE(body.length, 2);
  header.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([header, body]);
}

function buildAlert(epoch: number): Buffer {
  return Buffer.from([21, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 9, 0, 2, 2, 40]);
}

test("[AS124] a sender that knows a call's names but not its password changes nothing and gets no answer", async () => {
  const { near, offer, answer, received, send } = await openCall();
  await until("the call is connected", () => near.connectionState === "connected");
  const unauthenticated = createSocket("udp4");
  ends.push(() => unauthenticated.close());
  let answers = 0;
  unauthenticated.on("message", () => (answers += 1));
  const username = `${read(offer, "ice-ufrag")}:${read(answer, "ice-ufrag")}`;
  const ports = [...offer.matchAll(/^a=candidate:\S+ 1 udp \d+ (\d+\.\S+) (\d+) /gim)];
  expect(ports.length).toBeGreaterThan(0);
  for (const [, host, port] of ports) {
    for (const datagram of [buildCheck(username), buildAlert(0), buildAlert(1)]) {
      unauthenticated.send(datagram, Number(port), host);
    }
  }
  await send(7);
  await until("the call continues", () => received.includes(7));
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(near.connectionState).toBe("connected");
  expect(await iceRole(near)).toBe("controlling");
  expect(answers).toBe(0);
});

async function takeOtherKey(end: RTCPeerConnection): Promise<void> {
  const [transport] = end.dtlsTransports;
  const own = transport?.localCertificate;
  const { signatureHash } = own ?? {};
  if (transport === undefined || own === undefined || signatureHash === undefined) {
    throw new Error("the other end has no certificate");
  }
  const { keyPem } = await CipherContext.createSelfSignedCertificateWithKey(signatureHash, 23);
  transport.localCertificate = new RTCCertificate(keyPem, own.certPem, signatureHash);
}

const roles = ["active", "passive"] as const;

test.each(roles)("[AS125] the sound of a far end whose answer is %s is received", async (setup) => {
  const { near, received, send } = await openCall({ setup });
  await until("the call is connected", () => near.connectionState === "connected");
  await send(3);
  await expect.poll(() => received).toEqual([3]);
});

test.each(roles)(
  "[AS125] a far end with the right certificate but another key is never connected when its answer is %s",
  async (setup) => {
    const { near, far, received, send } = await openCall({ setup, prepare: takeOtherKey });
    const states: string[] = [];
    near.onconnectionstatechange = () => states.push(near.connectionState);
    await until("the call has failed", () => near.connectionState === "failed");
    await until("its handshake is over", () => far.connectionState === "connected");
    await send(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(states).not.toContain("connected");
    expect(received).toEqual([]);
  },
);

test("[AS125] [AS124] forged alerts and repeated packets change nothing, and at most 256 streams are accepted", async () => {
  const { near, far, received, streams, send } = await openCall();
  await until("the call is connected", () => near.connectionState === "connected");
  const { nominated } = far.iceTransports[0]?.connection ?? {};
  const sent: Buffer[] = [];
  const sendData = nominated?.protocol.sendData.bind(nominated.protocol);
  if (nominated === undefined || sendData === undefined) {
    throw new Error("the other end has no path");
  }
  nominated.protocol.sendData = async (data, to) => {
    sent.push(data);
    await sendData(data, to);
  };
  for (const sequence of [1, 2, 3]) {
    await send(sequence);
  }
  const media = sent.filter(([first = 0]) => first >= 128);
  for (const datagram of [buildAlert(0), buildAlert(1), ...media, ...media]) {
    await sendData(datagram, nominated.remoteAddr);
  }
  await send(4);
  await until("the call continues", () => received.includes(4));
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(received).toEqual([1, 2, 3, 4]);
  expect(near.connectionState).toBe("connected");

  for (let ssrc = 1; ssrc <= 400; ssrc += 1) {
    const header = new RtpHeader({ ssrc, sequenceNumber: 9, payloadType: 0 });
    await far.dtlsTransports[0]?.sendRtp(Buffer.alloc(160), header);
    if (ssrc % 20 === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  await send(5);
  await until("the call continues", () => received.includes(5));
  expect(streams.size).toBe(256);
});
