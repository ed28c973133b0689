/// <reference lib="dom" />
// The types of wrtc are those of the browser.
import wrtc from "@roamhq/wrtc";
import { WebSocket } from "ws";

import type { Clock } from "@linedesk/base";
import { listAddresses, PathRestart } from "./path-restart.ts";
import type { Receptions } from "./receptions.ts";

/** Plays nothing, and reports at once that it could: the SDK's own ringing has no place here. */
class SilentAudio extends EventTarget {
  src = "";
  srcObject: unknown = null;
  paused = true;
  loop = false;
  crossOrigin: string | null = null;

  constructor(src = "") {
    super();
    this.src = src;
    setImmediate(() => this.dispatchEvent(new Event("canplaythrough")));
  }

  load(): void {
    setImmediate(() => this.dispatchEvent(new Event("canplaythrough")));
  }

  async play(): Promise<void> {
    this.paused = false;
  }

  pause(): void {
    this.paused = true;
  }

  setAttribute(): void {}

  canPlayType(): string {
    return "maybe";
  }

  async setSinkId(): Promise<void> {}
}

/** The SDK leaves a socket that is late without a listener; a browser's would not mind. */
class PatientWebSocket extends WebSocket {
  constructor(url: string) {
    super(url.startsWith("wss://plain.") ? url.replace("wss://plain.", "ws://") : url);
    this.on("error", () => undefined);
  }
}

/**
 * [AS117] An offer that asks for packets of 10 ms in place of 20: where the answer does too, sound
 * is sent by a block of the device, half a packet sooner.
 */
function askShortPackets(sdp: string): string {
  return sdp.replace("a=rtpmap:", "a=ptime:10\r\na=rtpmap:");
}

/** Asks for short packets [AS117], and seeks a new path only where one can be found [AS116]. */
function openPeerConnection(clock: Clock, configuration?: RTCConfiguration): RTCPeerConnection {
  const peer = new wrtc.RTCPeerConnection(configuration);
  const restart = new PathRestart({
    clock,
    listAddresses,
    isConnected: () => ["connected", "completed"].includes(peer.iceConnectionState),
  });
  const createOffer = peer.createOffer.bind(peer);
  async function offer(options?: RTCOfferOptions): Promise<RTCSessionDescriptionInit> {
    if (options?.iceRestart === true && !(await restart.isWanted())) {
      // A refusal would have the SDK try again; without an offer it goes on as before.
      return new Promise(() => undefined);
    }
    const { type, sdp = "" } = await createOffer(options);
    return { type, sdp: askShortPackets(sdp) };
  }
  Object.defineProperty(peer, "createOffer", { value: offer });
  return peer;
}

/**
 * What the Voice SDK expects of a browser, as globals: it reads them while its module loads, so
 * this must run first.
 */
export function installBrowserGlobals(clock: Clock, receptions: Receptions): void {
  const target = new EventTarget();
  async function refuseMicrophone(): Promise<never> {
    throw new Error("the line's sound is passed as fileInputStream");
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: refuseMicrophone,
    enumerateDevices: async () => [],
  });
  const globals: Record<string, unknown> = {
    window: globalThis,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    navigator: { userAgent: "Chrome linedesk-audio-server", vendor: "Google Inc.", mediaDevices },
    chrome: {},
    document: { createElement: () => new SilentAudio() },
    Audio: SilentAudio,
    WebSocket: PatientWebSocket,
    RTCPeerConnection: class {
      constructor(configuration?: RTCConfiguration) {
        // Whoever makes one has wrtc's own.
        const peer = openPeerConnection(clock, configuration);
        receptions.add(peer);
        return peer;
      }
    },
    RTCSessionDescription: wrtc.RTCSessionDescription,
    RTCIceCandidate: wrtc.RTCIceCandidate,
    MediaStream: wrtc.MediaStream,
    MediaStreamTrack: wrtc.MediaStreamTrack,
    RTCRtpReceiver: wrtc.RTCRtpReceiver,
    RTCRtpSender: wrtc.RTCRtpSender,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** A stream that carries what is written, as a microphone's does. */
export function openSource() {
  const source = new wrtc.nonstandard.RTCAudioSource();
  const stream = new wrtc.MediaStream([source.createTrack()]);
  return {
    stream,
    write(samples: Int16Array, sampleRate: number): void {
      source.onData({
        samples,
        sampleRate,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: samples.length,
      });
    },
  };
}

/** Calls `take` with each 10 ms of a track's sound; returns the function that ends it. */
export function openSink(
  track: MediaStreamTrack,
  take: (samples: Int16Array, sampleRate: number) => void,
): () => void {
  const sink = new wrtc.nonstandard.RTCAudioSink(track);
  sink.ondata = ({ samples, sampleRate }: { samples: Int16Array; sampleRate: number }) => {
    take(samples, sampleRate);
  };
  return () => sink.stop();
}
