/// <reference lib="dom" />
// The types of wrtc are those of the browser.
import wrtc from "@roamhq/wrtc";
import { WebSocket } from "ws";

/** The sockets that the SDK has opened, so that a test can close one. */
export interface ShimmedSockets {
  last: WebSocket | null;
  /** Until this time (`performance.now()`) the network is down, and new sockets fail. */
  awayUntilMs: number;
}

/** A port on which nothing listens. */
const NOBODY = "ws://127.0.0.1:9/";

/** Plays nothing, and reports success at once. */
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

/** Uses `ws:` on loopback, where the exchange has no TLS; a remote service has TLS. */
function withoutTls(url: string): string {
  return url.replace(/^wss:(?=\/\/(?:127\.|localhost|\[::1\]))/, "ws:");
}

/**
 * Installs the browser's globals that the Voice SDK expects. This must run first, because the SDK
 * reads them while its module loads.
 */
export function installBrowser(): ShimmedSockets {
  const sockets: ShimmedSockets = { last: null, awayUntilMs: 0 };
  class PlainWebSocket extends WebSocket {
    constructor(url: string) {
      const isAway = performance.now() < sockets.awayUntilMs;
      super(isAway ? NOBODY : withoutTls(url));
      // The SDK removes its error listener from a socket that did not open in time. Browsers
      // tolerate an error without a listener, but Node does not.
      this.on("error", () => undefined);
      sockets.last = this;
    }
  }
  const target = new EventTarget();
  async function audioTrack() {
    throw new Error("no microphone: pass the test's sound as fileInputStream");
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: audioTrack,
    enumerateDevices: async () => [],
  });
  const shims: Record<string, unknown> = {
    window: globalThis,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    navigator: { userAgent: "Chrome linedesk-testkit", vendor: "Google Inc.", mediaDevices },
    chrome: {},
    document: { createElement: () => new SilentAudio() },
    Audio: SilentAudio,
    WebSocket: PlainWebSocket,
    RTCPeerConnection: wrtc.RTCPeerConnection,
    RTCSessionDescription: wrtc.RTCSessionDescription,
    RTCIceCandidate: wrtc.RTCIceCandidate,
    MediaStream: wrtc.MediaStream,
    MediaStreamTrack: wrtc.MediaStreamTrack,
    RTCRtpReceiver: wrtc.RTCRtpReceiver,
    RTCRtpSender: wrtc.RTCRtpSender,
  };
  for (const [name, value] of Object.entries(shims)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return sockets;
}
