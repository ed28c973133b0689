/** The messages between a test and the place that runs its Voice SDK. */
export interface StartOptions {
  /** `ws://127.0.0.1:3001`; the SDK adds `/signal`. */
  signalUrl: string;
  token: string;
  /** The time for which the exchange keeps a call whose socket is gone, in ms as in the SDK. */
  maxCallSignalingTimeoutMs?: number;
  allowIncomingWhileBusy?: boolean;
  /** In the SDK's own order. Default: PCMU alone in Node, and the SDK's default in a browser. */
  codecPreferences?: ("pcmu" | "opus")[];
  maxAverageBitrate?: number;
  /** The test's tone, or the browser's own microphone. */
  microphone?: "tone" | "device";
}

export interface Commands {
  start: StartOptions;
  register: Record<string, never>;
  unregister: Record<string, never>;
  /** Returns the device's edge and home. */
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
  /** Closes the websocket under the SDK, which reconnects when the network is back; Node only. */
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
  /** The current counts of the call's RTP streams. */
  streams: { call: string };
  /** Sets the microphone's tone; `null` is silence. */
  play: { frequencyHz: number | null };
  /** The amplitude 0..1 of a frequency in the last half second of received sound. */
  measureTone: { call: string; frequencyHz: number };
  /** The longest silence in received sound since the last request; the first one starts it. */
  longestGap: { call: string };
  /** Runs `Device.runPreflight` to its end and returns its report; browsers only. */
  preflight: { signalUrl: string; token: string };
}

export type CommandName = keyof Commands;

/** The SDK's description of one of its calls. */
export interface CallDescription {
  callSid: string | null;
  status: string;
  direction: string;
  customParameters: Record<string, string>;
  parameters: Record<string, string>;
  connectToken: string | null;
  /** The SDK's verdict on the caller's number; `null` without STIR. */
  isVerified: boolean | null;
}

/** The RTP counts of a call in the SDK's own WebRTC. */
export interface StreamCounts {
  received: number;
  lost: number;
  sent: number;
  /** The received stream's id: another value is another stream. */
  ssrc: number;
  /** The codec that is sent, such as `audio/PCMU`. */
  codec: string;
  bytesSent: number;
  /** The candidate type of the selected path: `host` or `relay`. */
  localCandidate: string;
  /** The peer connection's state: `have-local-offer` during an unanswered ICE restart. */
  signalling: string;
  /** The state of ICE: `connected`, `checking`, `failed` ... */
  path: string;
  /** The addresses that the exchange signalled for itself. */
  advertisedAddresses: string[];
}

/** A message to that place. */
export interface Request {
  id: number;
  command: CommandName;
  options: unknown;
}

/** A message from that place. */
export type Report =
  | { type: "reply"; id: number; value: unknown }
  | { type: "failure"; id: number; message: string; code: number | null }
  | VoiceClientEvent;

/** One event of the SDK, in the form that the test receives. */
export interface VoiceClientEvent {
  type: "event";
  /** The SDK's own name for it: `registered`, `incoming`, `accept`, `messageReceived` ... */
  name: string;
  /** The call of the event, or `null` for the device. */
  call: string | null;
  value: unknown;
  /** `performance.timeOrigin + performance.now()` at that place. */
  at: number;
}
