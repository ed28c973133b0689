import { randomInt } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isIP } from "node:net";

import { isRtcp, type RtpEndpoint } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";

export interface PortOptions {
  bindAddress: string;
  portRange: { min: number; max: number } | null;
  /** Monotonic. */
  clock: { nowMs(): number };
}

export interface RtpPortEvents {
  /** Is it one of the packets that were negotiated? Only those teach us the source. */
  isExpected(bytes: Buffer): boolean;
  onRtp(bytes: Buffer): void;
  onRtcp(bytes: Buffer): void;
}

type RemoteEndpoint =
  | { status: "unknown" }
  /** Signalled; its real address, behind a router, may differ. */
  | { status: "signalled"; at: RtpEndpoint }
  /** Learnt from the first packet; for a second the signalled address may still claim it. */
  | { status: "latched"; signalled: RtpEndpoint; at: RtpEndpoint; sinceMs: number }
  /** For good: nobody else is listened to. */
  | { status: "locked"; signalled: RtpEndpoint; at: RtpEndpoint };

const ATTEMPTS = 50;
const CLAIM_MS = 1000;

/** A pair of UDP sockets, RTP on an even port and RTCP above it. Throws MediaError `no_port`. */
export async function openRtpPort(options: PortOptions, events: RtpPortEvents): Promise<RtpPort> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const wanted = await pickPort(options);
    const rtp = wanted === null ? null : await bind(options.bindAddress, wanted);
    if (rtp === null) {
      continue;
    }
    const port = rtp.address().port;
    const rtcp = port % 2 === 0 ? await bind(options.bindAddress, port + 1) : null;
    if (rtcp !== null) {
      return new RtpPort({ rtp, rtcp }, options, events);
    }
    rtp.close();
  }
  throw new MediaError("no_port", "No free pair of UDP ports for RTP");
}

/**
 * Never 0: Linux takes a port that it chose itself away again when a connected socket is
 * disconnected, as when the far end moves.
 */
async function pickPort({ portRange: range, bindAddress }: PortOptions): Promise<number | null> {
  if (range === null) {
    return freePort(bindAddress);
  }
  const first = range.min + (range.min % 2);
  return first + 2 * randomInt(Math.max(1, Math.floor((range.max - first + 1) / 2)));
}

async function freePort(address: string): Promise<number | null> {
  const socket = await bind(address, 0);
  if (socket === null) {
    return null;
  }
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

async function bind(address: string, port: number): Promise<Socket | null> {
  const socket = createSocket({
    type: address.includes(":") ? "udp6" : "udp4",
    // All addresses are literal; without this every packet would pass through the resolver.
    lookup: (host, _options, done) => done(null, host, isIP(host)),
  });
  return new Promise((resolve) => {
    socket.once("error", () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}

/** Symmetric RTP: the far end's address is learnt once and then locked. */
export class RtpPort {
  readonly endpoint: RtpEndpoint;
  readonly #rtp: Socket;
  readonly #rtcp: Socket;
  readonly #events: RtpPortEvents;
  readonly #clock: PortOptions["clock"];
  #far: RemoteEndpoint = { status: "unknown" };
  #isClosed = false;
  #refused = 0;

  constructor(sockets: { rtp: Socket; rtcp: Socket }, options: PortOptions, events: RtpPortEvents) {
    this.#rtp = sockets.rtp;
    this.#rtcp = sockets.rtcp;
    this.#events = events;
    this.#clock = options.clock;
    this.endpoint = { address: options.bindAddress, port: sockets.rtp.address().port };
    this.#rtp.on("message", (bytes, from) => this.#handleRtp(bytes, from));
    this.#rtcp.on("message", (bytes, from) => this.#handleRtcp(bytes, from));
    // ICMP "port unreachable" while the far end opens or closes its socket: silence will tell.
    this.#rtp.on("error", () => (this.#refused += 1));
    this.#rtcp.on("error", () => (this.#refused += 1));
  }

  /** Packets that the network refused to carry. */
  get refused(): number {
    return this.#refused;
  }

  get isLocked(): boolean {
    return this.#far.status === "locked";
  }

  /** A changed address unlocks; the same one again (a session refresh) changes nothing. */
  connect(far: RtpEndpoint): void {
    const before = this.#far;
    if (before.status === "locked" || before.status === "latched") {
      if (isSame(before.signalled, far)) {
        return;
      }
    }
    if (before.status === "locked") {
      this.#rtp.disconnect();
    }
    this.#far = { status: "signalled", at: { address: far.address, port: far.port } };
  }

  send(packet: Uint8Array): void {
    if (this.#isClosed) {
      return;
    }
    const far = this.#far;
    if (far.status === "locked") {
      this.#rtp.send(packet);
    } else if (far.status !== "unknown" && isReachable(far.at)) {
      this.#rtp.send(packet, far.at.port, far.at.address);
    }
  }

  sendControl(packet: Uint8Array): void {
    const far = this.#far;
    if (this.#isClosed || !isLearnt(far) || far.at.port > 65_534) {
      return;
    }
    this.#rtcp.send(packet, far.at.port + 1, far.at.address);
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#rtp.close();
    this.#rtcp.close();
  }

  #handleRtp(bytes: Buffer, from: RemoteInfo): void {
    if (this.#isClosed || !this.#isFrom(bytes, from)) {
      return;
    }
    if (isRtcp(bytes)) {
      this.#events.onRtcp(bytes);
    } else {
      this.#events.onRtp(bytes);
    }
  }

  /** Is it of the far end? Learns who that is ([XI10]). */
  #isFrom(bytes: Buffer, from: RemoteInfo): boolean {
    const far = this.#far;
    if (far.status === "unknown") {
      return false;
    }
    if (far.status === "locked") {
      return isSame(far.at, from);
    }
    const signalled = far.status === "signalled" ? far.at : far.signalled;
    const isSignalled = isSame(signalled, from);
    const isLatched = far.status === "latched" && isSame(far.at, from);
    if (!isLatched && far.status === "latched" && !isSignalled) {
      return false;
    }
    if (!isLatched && !this.#events.isExpected(bytes)) {
      return false;
    }
    const sinceMs = far.status === "latched" ? far.sinceMs : this.#clock.nowMs();
    const isOver = this.#clock.nowMs() - sinceMs >= CLAIM_MS;
    if (isLatched && !isOver) {
      return true;
    }
    // Too late: the next packet of the one who was first locks it.
    if (!isLatched && far.status === "latched" && isOver) {
      return false;
    }
    const at = { address: from.address, port: from.port };
    if (isSignalled || isLatched) {
      this.#lock(signalled, at);
    } else {
      this.#far = { status: "latched", signalled, at, sinceMs };
    }
    return true;
  }

  #lock(signalled: RtpEndpoint, at: RtpEndpoint): void {
    this.#far = { status: "locked", signalled, at };
    // The kernel now drops everybody else's packets, and sending is cheaper.
    this.#rtp.connect(at.port, at.address);
  }

  #handleRtcp(bytes: Buffer, from: RemoteInfo): void {
    const far = this.#far;
    if (this.#isClosed || !isLearnt(far) || from.address !== far.at.address) {
      return;
    }
    this.#events.onRtcp(bytes);
  }
}

function isLearnt(
  far: RemoteEndpoint,
): far is Extract<RemoteEndpoint, { status: "latched" | "locked" }> {
  return far.status === "latched" || far.status === "locked";
}

function isSame(a: RtpEndpoint, b: RtpEndpoint): boolean {
  return a.address === b.address && a.port === b.port;
}

/** A party on hold may signal 0.0.0.0 or port 0. */
function isReachable(at: RtpEndpoint): boolean {
  return (
    at.port > 0 &&
    at.port < 65_536 &&
    isIP(at.address) !== 0 &&
    !/^(?:0\.0\.0\.0|::)$/.test(at.address)
  );
}
