import { WebSocket } from "ws";

import type { Clock } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import { CallPeer } from "./call-peer.ts";
import { CallTrack, LineStream } from "./line-stream.ts";

/** Plays nothing and reports success, because the SDK's own ringing must stay silent. */
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

/**
 * Ignores the errors of a socket that the SDK has given up, because the SDK removes its listeners
 * from such a socket. In Node, unlike in a browser, an `error` event without a listener ends the
 * process.
 */
class SdkWebSocket extends WebSocket {
  constructor(url: string) {
    super(url.startsWith("wss://plain.") ? url.replace("wss://plain.", "ws://") : url);
    this.on("error", () => undefined);
  }
}

class PlainObject {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}

/** The SDK reads the list of codecs from this class; the connection itself sets their order. */
class Receiver {
  static getCapabilities(): { codecs: object[] } {
    return { codecs: [{ mimeType: "audio/opus" }, { mimeType: "audio/PCMU" }] };
  }
}

/**
 * Installs the browser's globals that the Voice SDK expects. The SDK reads them while its module
 * loads, so this must run first.
 */
export function installBrowserGlobals(clock: Clock, opus: OpusLibrary | null): void {
  const target = new EventTarget();
  async function refuseMicrophone(): Promise<never> {
    throw new Error("getUserMedia must not be used: the line passes its sound as fileInputStream");
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
    WebSocket: SdkWebSocket,
    RTCPeerConnection: CallPeer.bind(null, clock, opus),
    RTCSessionDescription: PlainObject,
    RTCIceCandidate: PlainObject,
    MediaStream: LineStream,
    MediaStreamTrack: CallTrack,
    RTCRtpReceiver: Receiver,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
