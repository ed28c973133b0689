/**
 * The smallest peer of the voice SDK: a page with one button, a socket that sends the messages that
 * the SDK requires, and one peer connection that sends a tone at once. It has no exchange, server
 * or room. It runs in a separate process, because a process can load its media library only once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type WebSocket, WebSocketServer } from "ws";

import {
  emptyRtpPacket,
  isRtcp,
  muLaw,
  readRtp,
  sine,
  writeRtpHeader,
  writeWav,
} from "@linedesk/audio";
import {
  parseSessionDescription,
  renderSessionDescription,
  type WebRtcPeer,
  WebRtcPeers,
} from "@linedesk/media/testing";
import { pageScript } from "./support/page-script.ts";
import { holdsOperatorTone, LISTENER_HZ } from "./support/tones.ts";

type PeerMessage = { type: "listening"; url: string } | { type: "heard"; at: number };

const SAMPLE_RATE = 8000;
const PACKET_SAMPLES = 160;
const SSRC = 1;
const sdkFile = join(import.meta.dirname, "../node_modules/@twilio/voice-sdk/dist/twilio.min.js");

/** Controls the process of the bare peer from its parent. */
export class BarePeer {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--bare-peer"], {
    execArgv: ["--import", "tsx"],
  });
  #receivedAt: number | null = null;
  #lastAt = 0;

  /** Waits until the peer listens, and returns the address of its page. */
  async start(): Promise<string> {
    const [message] = (await once(this.#child, "message")) as [PeerMessage];
    this.#child.on("message", (next: PeerMessage) => {
      if (next.type === "heard") {
        this.#receivedAt ??= next.at;
        this.#lastAt = next.at;
      }
    });
    return message.type === "listening" ? message.url : "";
  }

  forget(): void {
    this.#receivedAt = null;
  }

  /** The time at which the operator's tone first arrived. */
  get receivedAt(): number | null {
    return this.#receivedAt;
  }

  /** The time at which the operator's tone last arrived. */
  get lastReceivedAt(): number {
    return this.#lastAt;
  }

  close(): void {
    this.#child.disconnect();
  }
}

function sendToParent(message: PeerMessage): void {
  void process.send?.(message);
}

/**
 * One call. It sends the tone as early as possible, and reports each packet with the operator's
 * tone.
 */
class BareCall {
  readonly #peer: WebRtcPeer;
  readonly #tone = sine({
    frequenciesHz: [LISTENER_HZ],
    durationMs: 1000,
    amplitude: 0.3,
    sampleRate: SAMPLE_RATE,
  });
  readonly #packet = emptyRtpPacket();
  readonly #decoded = new Int16Array(2048);
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;
  #startedMs = 0;

  constructor(peers: WebRtcPeers, mid: string) {
    const options = { bindAddress: "127.0.0.1", portRange: null, advertise: [], ssrc: SSRC, mid };
    this.#peer = peers.open(options, {
      onConnected: () => this.#speak(),
      onLost: () => this.close(),
      onPacket: (bytes) => this.#take(bytes),
    });
  }

  async answer(sdp: string): Promise<string> {
    const offer = parseSessionDescription(sdp);
    const local = await this.#peer.answer(offer);
    const formats = [{ codec: "PCMU", payloadType: 0, telephoneEvent: null } as const];
    const own = { mid: offer.mid, version: 1, formats, ssrc: SSRC, packetMs: 20 } as const;
    return renderSessionDescription({ ...local, ...own });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#peer.close();
  }

  #speak(): void {
    this.#startedMs = performance.now();
    this.#timer = setInterval(() => {
      while (this.#sent * 20 <= performance.now() - this.#startedMs) {
        this.#sendOne();
      }
    }, 5);
  }

  #sendOne(): void {
    const start = (this.#sent % 50) * PACKET_SAMPLES;
    const packet = Buffer.alloc(12 + PACKET_SAMPLES);
    writeRtpHeader(packet, {
      payloadType: 0,
      marker: this.#sent === 0,
      sequence: this.#sent & 0xffff,
      timestamp: this.#sent * PACKET_SAMPLES,
      ssrc: SSRC,
    });
    muLaw.encode(this.#tone.subarray(start, start + PACKET_SAMPLES), PACKET_SAMPLES, packet, 12);
    this.#peer.send(packet);
    this.#sent += 1;
  }

  #take(bytes: Uint8Array): void {
    if (isRtcp(bytes) || !readRtp(bytes, this.#packet) || this.#packet.payloadType !== 0) {
      return;
    }
    const { payloadStart, payloadLength } = this.#packet;
    muLaw.decode(bytes, payloadStart, Math.min(payloadLength, 2048), this.#decoded);
    if (holdsOperatorTone(this.#decoded.subarray(0, payloadLength))) {
      sendToParent({ type: "heard", at: Date.now() });
    }
  }
}

/**
 * The fields of the SDK's messages that this peer reads. It trusts them, because the page is part
 * of the bench.
 */
interface Frame {
  type: string;
  payload?: { callsid?: string; sdp?: string };
}

function serveSocket(socket: WebSocket, peers: WebRtcPeers): void {
  let call: BareCall | null = null;
  function say(type: string, payload: object): void {
    socket.send(JSON.stringify({ type, payload }));
  }
  const heartbeat = setInterval(() => socket.send("\n"), 5000);
  async function answer(callsid: string, sdp: string): Promise<void> {
    call = new BareCall(peers, parseSessionDescription(sdp).mid);
    say("ringing", { callsid });
    say("answer", { callsid, sdp: await call.answer(sdp) });
  }
  socket.on("message", (bytes: Buffer) => {
    const text = bytes.toString();
    if (text === "\n") {
      return;
    }
    const { type, payload = {} } = JSON.parse(text) as Frame;
    if (type === "listen") {
      say("connected", { token: { identity: "bare", ttl: 3600 } });
    }
    if (type === "register") {
      say("ready", {});
    }
    if (type === "invite") {
      void answer(payload.callsid ?? "", payload.sdp ?? "");
    }
    if (type === "hangup") {
      call?.close();
    }
  });
  socket.on("close", () => {
    clearInterval(heartbeat);
    call?.close();
  });
}

/**
 * The SDK uses `wss:` and keeps the WebSocket class that exists when it loads. This page has no
 * TLS.
 */
const PLAIN_SOCKETS = `WebSocket = class extends WebSocket {
  constructor(url, protocols) { super(String(url).replace("wss:", "ws:"), protocols); }
};`;

async function filesOf(): Promise<Record<string, { type: string; body: string | Uint8Array }>> {
  const script = await pageScript("bare-phone");
  const body = `<!doctype html><title>loading</title><button>Call</button>
<script>${PLAIN_SOCKETS}</script><script src="/sdk.js"></script><script>${script}</script>`;
  const quiet = writeWav(new Int16Array(800), SAMPLE_RATE);
  return {
    "/": { type: "text/html", body },
    "/sdk.js": { type: "text/javascript", body: readFileSync(sdkFile) },
    "/silence.wav": { type: "audio/wav", body: quiet },
  };
}

async function serve(): Promise<void> {
  const peers = await WebRtcPeers.load(new SharedArrayBuffer(4));
  const files = await filesOf();
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const file = files[path];
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": file?.type ?? "text/plain",
    });
    response.end(file?.body);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => serveSocket(socket, peers));
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    sendToParent({ type: "listening", url: `http://127.0.0.1:${port}/` });
  });
}

if (process.argv[2] === "--bare-peer") {
  process.on("disconnect", () => process.exit(0));
  void serve();
}
