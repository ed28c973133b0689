/** What passes between a test and the place in which its Voice SDK runs. */
export interface StartOptions {
  /** `ws://127.0.0.1:3001`; the SDK adds `/signal`. */
  signalUrl: string;
  token: string;
  /** Seconds that the exchange keeps a call whose socket is gone, in ms as the SDK takes it. */
  maxCallSignalingTimeoutMs?: number;
  allowIncomingWhileBusy?: boolean;
  /** In the SDK's own order; unless said PCMU alone in Node, and as the SDK has it in a browser. */
  codecPreferences?: ("pcmu" | "opus")[];
  maxAverageBitrate?: number;
  /** What a test lets it say, or what the browser's own microphone hears. */
  microphone?: "tone" | "device";
}

export interface Commands {
  start: StartOptions;
  register: Record<string, never>;
  unregister: Record<string, never>;
  /** Where the device believes to be. */
  where: Record<string, never>;
  connect: {
    params?: Record<string, string>;
    connectToken?: string;
    rtcConfiguration?: {
      iceServers?: { urls: string; username: string; credential: string }[];
      iceTransportPolicy?: "all" | "relay";
    };
  };
  updateToken: { token: string };
  /**
   * Closes the websocket under the SDK, which reconnects when the network is back; Node's alone.
   */
  dropSocket: { awayMs: number };
  accept: { call: string };
  reject: { call: string };
  ignore: { call: string };
  disconnect: { call: string };
  mute: { call: string; muted: boolean };
  sendDigits: { call: string; digits: string };
  sendMessage: { call: string; content: unknown; messageType: string };
  restartIce: { call: string };
  describe: { call: string };
  /** What the call's RTP streams have counted so far. */
  streams: { call: string };
  /** What the microphone says from now on; null is silence. */
  play: { frequencyHz: number | null };
  /** Amplitude 0..1 of a frequency in the last half second of what was received. */
  measureTone: { call: string; frequencyHz: number };
  /** The longest silence in what was received since it was last asked for; the first ask begins. */
  longestGap: { call: string };
  /** Runs `Device.runPreflight` to its end and answers its report; a browser's alone. */
  preflight: { signalUrl: string; token: string };
}

export type CommandName = keyof Commands;

/** What the SDK says of one of its calls. */
export interface CallDescription {
  callSid: string | null;
  status: string;
  direction: string;
  customParameters: Record<string, string>;
  parameters: Record<string, string>;
  connectToken: string | null;
  /** What the SDK says of the caller's number; null when STIR said nothing. */
  isVerified: boolean | null;
}

/** RTP of a call as the SDK's own WebRTC counts it. */
export interface StreamCounts {
  received: number;
  lost: number;
  sent: number;
  /** Of what is received: another one is another stream. */
  ssrc: number;
  /** What is sent: `audio/PCMU`. */
  codec: string;
  bytesSent: number;
  /** Of the path in use: `host`, or `relay`. */
  localCandidate: string;
  /** Of the peer connection: `have-local-offer` while an ICE restart is not answered. */
  signalling: string;
  /** What ICE says: `connected`, `checking`, `failed` ... */
  path: string;
  /** The addresses that the exchange told for itself. */
  advertisedAddresses: string[];
}

/** To that place. */
export interface Request {
  id: number;
  command: CommandName;
  options: unknown;
}

/** From there. */
export type Report =
  | { type: "reply"; id: number; value: unknown }
  | { type: "failure"; id: number; message: string; code: number | null }
  | VoiceClientEvent;

/** One event of the SDK, as it is sent to the test. */
export interface VoiceClientEvent {
  type: "event";
  /** The SDK's own name of it: `registered`, `incoming`, `accept`, `messageReceived` ... */
  name: string;
  /** The call it happened to; null for the device. */
  call: string | null;
  value: unknown;
  /** `performance.timeOrigin + performance.now()` there. */
  at: number;
}
