/**
 * The voice SDK in a page whose microphone is the received sound of its own call, as if a cable
 * connected them.
 */

/** The SDK's own bundle defines this object. The type has only the parts that the page uses. */
declare const Twilio: {
  Device: new (
    token: string,
    options: object,
  ) => { connect(options: { params: Record<string, string> }): Promise<{ status(): string }> };
};

declare global {
  interface Window {
    callLoop(options: { token: string; host: string; claim: string }): Promise<void>;
  }
}

/** The exchange of a bench has no TLS, so the SDK's sockets use `ws:`. */
const SecureSocket = window.WebSocket;
window.WebSocket = class extends SecureSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(String(url).replace("wss://", "ws://"), protocols);
  }
};

/** The page replaces these sounds, because the SDK fetches its own sounds from Twilio. */
const digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "h", "s"];
const soundNames = ["incoming", "outgoing", "disconnect", ...digits.map((digit) => `dtmf${digit}`)];

window.callLoop = async ({ token, host, claim }) => {
  const context = new AudioContext({ sampleRate: 48_000, latencyHint: "interactive" });
  await context.resume();
  const cable = context.createMediaStreamDestination();
  navigator.mediaDevices.getUserMedia = async () => cable.stream.clone();
  const Connection = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Connection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => {
        context.createMediaStreamSource(new MediaStream([track])).connect(cable);
      });
    }
  };
  const device = new Twilio.Device(token, {
    logLevel: "error",
    codecPreferences: ["opus", "pcmu"],
    chunderw: host,
    publishEvents: false,
    sounds: Object.fromEntries(soundNames.map((name) => [name, "/silence.wav"])),
  });
  await device.connect({ params: { claim } });
};

export {};
