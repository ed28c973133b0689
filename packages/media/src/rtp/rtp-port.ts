import { randomInt } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isIP, SocketAddress } from "node:net";

import { isRtcp, type RtpEndpoint } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";
import type { UnheardLimit } from "../port/media-port.ts";
import { MovedSource } from "./moved-source.ts";
import type { UnheardHosts } from "./unheard-hosts.ts";

export interface PortOptions {
  bindAddress: string;
  portRange: { min: number; max: number } | null;
  unheardHosts: UnheardHosts;
}

export interface RtpPortEvents {
  /** Returns true for a negotiated packet. The source address is learnt only from such packets. */
  isExpected(bytes: Buffer): boolean;
  /** Returns true for a valid packet of the far end. */
  onRtp(bytes: Buffer): boolean;
  onRtcp(bytes: Buffer): void;
  /** Packets now go to this address, which the far end's own packets have shown. */
  onLearnt(at: RtpEndpoint): void;
}

/**
 * The address from which packets come (`at`); `toDestination` gives the one to which they go. Only
 * `host` may send from another port: the signalled host, or the router in front of it.
 */
type RemoteEndpoint =
  | { status: "unknown" }
  | {
      status: "signalled";
      at: RtpEndpoint;
      host: string;
      /** The address that was learnt before the exchange restarted. */
      learnt: RtpEndpoint | null;
    }
  /**
   * A port of `host`, learnt from its packets. It is used until the signalled address sends.
   * `isMoved` means that the signalled address had sent before.
   */
  | {
      status: "latched";
      signalled: RtpEndpoint;
      host: string;
      at: RtpEndpoint;
      isMoved: boolean;
    }
  /** The signalled address has sent; packets from other addresses are dropped. */
  | { status: "locked"; at: RtpEndpoint; host: string };

export interface FarEndFacts {
  natHost?: string | null;
  rtcp?: RtpEndpoint | null;
  learnt?: RtpEndpoint | null;
}

const ATTEMPTS = 50;
/** Five seconds of packets of 20 ms. */
const MAX_UNHEARD_PACKETS = 250;

/**
 * Opens a pair of UDP sockets: RTP on an even port, and RTCP on the next port. With `port`, opens
 * the pair at this port or fails. Throws MediaError `no_port`.
 */
export async function openRtpPort(
  options: PortOptions & { port?: number },
  events: RtpPortEvents,
): Promise<RtpPort> {
  const attempts = options.port === undefined ? ATTEMPTS : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const wanted = options.port ?? (await pickPort(options));
    const sockets = wanted === null ? null : await bindPair(options.bindAddress, wanted);
    if (sockets !== null) {
      return new RtpPort(sockets, options, events);
    }
  }
  throw new MediaError("no_port", "No pair of UDP ports is free for RTP");
}

async function bindPair(
  address: string,
  wanted: number,
): Promise<{ rtp: Socket; rtcp: Socket } | null> {
  const rtp = await bind(address, wanted);
  if (rtp === null) {
    return null;
  }
  const { port } = rtp.address();
  const rtcp = port % 2 === 0 ? await bind(address, port + 1) : null;
  if (rtcp === null) {
    rtp.close();
    return null;
  }
  return { rtp, rtcp };
}

/**
 * Returns a port to try, and never 0. A connected socket disconnects when the far end moves, and
 * Linux would then release a port that Linux has chosen.
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
    // All addresses are literal. Without this option every packet would go through the resolver.
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

/** Symmetric RTP with the signalled address, or with a router in front of it. */
export class RtpPort {
  readonly endpoint: RtpEndpoint;
  readonly #rtp: Socket;
  readonly #rtcp: Socket;
  readonly #events: RtpPortEvents;
  #far: RemoteEndpoint = { status: "unknown" };
  /** The last reported destination, at first the signalled one. */
  #destination: RtpEndpoint | null = null;
  #isClosed = false;
  #refused = 0;
  #limit: UnheardLimit = "none";
  readonly #unheardHosts: UnheardHosts;
  /** Is true while the kernel drops the packets of all senders except the far end. */
  #isConnected = false;
  readonly #source = new MovedSource();
  /** The signalled destination of RTCP; by default the RTP port plus one. */
  #rtcpAt: RtpEndpoint | null = null;
  /** Is true if a packet has come from the current far end. */
  #hasReceived = false;
  /** The number of packets sent, while limited, to addresses that had sent none. */
  #unheard = 0;

  constructor(sockets: { rtp: Socket; rtcp: Socket }, options: PortOptions, events: RtpPortEvents) {
    this.#rtp = sockets.rtp;
    this.#rtcp = sockets.rtcp;
    this.#events = events;
    this.#unheardHosts = options.unheardHosts;
    this.endpoint = { address: options.bindAddress, port: sockets.rtp.address().port };
    this.#rtp.on("message", (bytes, from) => this.#handleRtp(bytes, from));
    this.#rtcp.on("message", (bytes, from) => this.#handleRtcp(bytes, from));
    // ICMP "port unreachable" is normal while the far end opens or closes its socket.
    this.#rtp.on("error", () => (this.#refused += 1));
    this.#rtcp.on("error", () => (this.#refused += 1));
  }

  /** The number of packets that the network refused. */
  get refused(): number {
    return this.#refused;
  }

  get isLocked(): boolean {
    return this.#far.status === "locked";
  }

  /**
   * A changed address unlocks the source. The same address again, as in a session refresh, has no
   * effect. An unreachable address, with which an old telephone signals hold, has no effect either.
   */
  connect(far: RtpEndpoint, about: FarEndFacts = {}): void {
    const { natHost = null, rtcp = null, learnt = null } = about;
    if (!isReachable(far)) {
      return;
    }
    this.#rtcpAt = rtcp;
    const before = this.#far;
    const host = natHost ?? far.address;
    if (before.status !== "unknown" && isSameHost(before.host, host)) {
      if (isSame(before.status === "latched" ? before.signalled : before.at, far)) {
        return;
      }
    }
    this.#disconnect();
    this.#source.reset();
    const at = { address: far.address, port: far.port };
    // `#unheard` is not reset here, because a far end that signals a new address every 5 s would
    // otherwise get sound without end.
    this.#hasReceived = false;
    this.#far = { status: "signalled", at, host, learnt };
    this.#destination = at;
  }

  limitUnheard(limit: UnheardLimit): void {
    this.#limit = limit;
  }

  /** Counts the silence of the far end. A far end that is silent may have moved to another port. */
  tick(): void {
    this.#source.tick();
    if (this.#isConnected && this.#source.isSilent) {
      this.#disconnect();
    }
  }

  send(packet: Uint8Array): void {
    const far = this.#far;
    if (this.#isClosed || far.status === "unknown") {
      return;
    }
    const { address, port } = toDestination(far);
    if (this.#isUsedUp(address)) {
      return;
    }
    if (this.#isConnected) {
      this.#rtp.send(packet);
    } else {
      this.#rtp.send(packet, port, address);
    }
  }

  sendControl(packet: Uint8Array): void {
    const far = this.#far;
    if (this.#isClosed || !isLearnt(far)) {
      return;
    }
    const { address, port } = this.#toControl(far);
    if (port <= 65_535) {
      this.#rtcp.send(packet, port, address);
    }
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#rtp.close();
    this.#rtcp.close();
  }

  #isUsedUp(address: string): boolean {
    if (this.#limit === "none" || this.#hasReceived) {
      return false;
    }
    this.#unheard += 1;
    const isOver = this.#unheard > MAX_UNHEARD_PACKETS;
    return isOver || (this.#limit === "host" && !this.#unheardHosts.take(address));
  }

  /** A far end behind a router knows its public port, so the port of `a=rtcp` is used as it is. */
  #toControl(far: Extract<RemoteEndpoint, { status: "latched" | "locked" }>): RtpEndpoint {
    const to = toDestination(far);
    const signalled = far.status === "latched" ? far.signalled : far.at;
    if (this.#rtcpAt !== null && isSameHost(to.address, signalled.address)) {
      return this.#rtcpAt;
    }
    return { address: to.address, port: to.port + 1 };
  }

  #connect({ address, port }: RtpEndpoint): void {
    this.#rtp.connect(port, address);
    this.#isConnected = true;
  }

  #disconnect(): void {
    if (this.#isConnected) {
      this.#rtp.disconnect();
    }
    this.#isConnected = false;
  }

  #handleRtp(bytes: Buffer, from: RemoteInfo): void {
    if (this.#isClosed || !this.#isFrom(bytes, from)) {
      return;
    }
    this.#hasReceived = true;
    if (isRtcp(bytes)) {
      this.#events.onRtcp(bytes);
    } else if (this.#events.onRtp(bytes)) {
      this.#noteValid(bytes);
    }
  }

  #noteValid(bytes: Buffer): void {
    this.#source.note(bytes);
    // From now on the kernel drops packets of other senders, and sending is cheaper.
    if (this.#far.status === "locked" && !this.#isConnected) {
      this.#connect(this.#far.at);
    }
  }

  #isFrom(bytes: Buffer, { address, port }: RemoteInfo): boolean {
    const far = this.#far;
    if (far.status === "unknown") {
      return false;
    }
    // Almost every packet takes this path, so it allocates no object.
    const isAt = far.status !== "signalled" && far.at.port === port;
    if (isAt && isSameHost(far.at.address, address)) {
      return true;
    }
    const source = { address, port };
    const isSignalled = isSame(far.status === "latched" ? far.signalled : far.at, source);
    if (isSignalled) {
      return this.#lock(source, far.host, bytes);
    }
    return far.status === "signalled"
      ? this.#latch(source, far, bytes)
      : this.#follow(source, far, bytes);
  }

  #lock(at: RtpEndpoint, host: string, bytes: Buffer): boolean {
    const isExpected = this.#events.isExpected(bytes);
    if (isExpected) {
      this.#far = { status: "locked", at, host };
      this.#reportLearnt(at);
    }
    return isExpected;
  }

  #latch(
    at: RtpEndpoint,
    far: Extract<RemoteEndpoint, { status: "signalled" }>,
    bytes: Buffer,
  ): boolean {
    const { host, at: signalled, learnt } = far;
    const isLatched = isSameHost(host, at.address) && this.#events.isExpected(bytes);
    if (isLatched) {
      const latched = { status: "latched", signalled, host, at, isMoved: learnt !== null } as const;
      this.#far = latched;
      this.#reportLearnt(toDestination(latched));
    }
    return isLatched;
  }

  /** Follows the far end to another port of its host. */
  #follow(
    at: RtpEndpoint,
    far: Extract<RemoteEndpoint, { status: "latched" | "locked" }>,
    bytes: Buffer,
  ): boolean {
    const isPossible = this.#source.isSilent && isSameHost(far.at.address, at.address);
    if (!isPossible || !this.#events.isExpected(bytes) || !this.#source.isMove(bytes, at.port)) {
      return false;
    }
    this.#far =
      far.status === "latched"
        ? { ...far, at }
        : { status: "latched", signalled: far.at, host: at.address, at, isMoved: true };
    this.#reportLearnt(toDestination(this.#far));
    return true;
  }

  #reportLearnt(at: RtpEndpoint): void {
    if (this.#destination === null || !isSame(this.#destination, at)) {
      this.#destination = at;
      this.#events.onLearnt(at);
    }
  }

  #handleRtcp(bytes: Buffer, from: RemoteInfo): void {
    const far = this.#far;
    const hosts = isLearnt(far) ? [far.at.address, this.#rtcpAt?.address ?? far.at.address] : [];
    if (this.#isClosed || !hosts.some((host) => isSameHost(from.address, host))) {
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

/**
 * With asymmetric RTP the far end sends from one port and receives at another. A router uses one
 * port for both. Packets to the signalled host therefore go to the signalled port, unless the far
 * end had used it and then moved. Packets to a router go to the port from which it sends.
 */
function toDestination(far: Exclude<RemoteEndpoint, { status: "unknown" }>): RtpEndpoint {
  if (far.status === "signalled" && far.learnt !== null) {
    return far.learnt;
  }
  return far.status === "latched" && !far.isMoved && isSameHost(far.host, far.signalled.address)
    ? far.signalled
    : far.at;
}

function isSame(a: RtpEndpoint, b: RtpEndpoint): boolean {
  return a.port === b.port && isSameHost(a.address, b.address);
}

function isSameHost(a: string, b: string): boolean {
  return a === b || (isIP(a) + isIP(b) > 8 && canonicalHost(a) === canonicalHost(b));
}

/** Returns false for an address without a host or port, which a party on hold may signal. */
function isReachable({ address, port }: RtpEndpoint): boolean {
  return port > 0 && port < 65_536 && isIP(address) !== 0 && !/^(?:0\.0\.0\.0|::)$/.test(address);
}

/**
 * Returns one text for each address: `2001:DB8::0` is `2001:db8::`, `::ffff:192.0.2.1` is
 * `192.0.2.1`.
 */
function canonicalHost(address: string): string {
  if (isIP(address) !== 6) {
    return address;
  }
  const { address: plain } = new SocketAddress({ address, family: "ipv6" });
  return plain.replace(/^::ffff:(?=[0-9.]+$)/i, "");
}
