/** The options with which a test starts a device of the Voice SDK, in a process or a page. */
export interface StartOptions {
  /** An address such as `ws://127.0.0.1:3001`. The SDK adds `/signal`. */
  signalUrl: string;
  token: string;
  /** The time for which the exchange keeps a call whose socket is closed, in ms as in the SDK. */
  maxCallSignalingTimeoutMs?: number;
  allowIncomingWhileBusy?: boolean;
  /**
   * The codecs in order of preference. The default is PCMU alone in Node, and the SDK's own default
   * in a browser.
   */
  codecPreferences?: ("pcmu" | "opus")[];
  maxAverageBitrate?: number;
  /** The test's tone, or the browser's own microphone. */
  microphone?: "tone" | "device";
}

export interface Commands {
  start: StartOptions;
  register: Record<string, never>;
  unregister: Record<string, never>;
  /** Returns the device's edge and home region. */
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
  /** Closes the websocket of the SDK, which reconnects when the network is back. Node only. */
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
  /** Returns the current counts of the call's RTP streams. */
  streams: { call: string };
  /** Sets the microphone's tone; `null` is silence. */
  play: { frequencyHz: number | null };
  /**
   * Returns the amplitude 0..1 of a frequency in the last half second of received sound, in a page
   * in the last third of a second.
   */
  measureTone: { call: string; frequencyHz: number };
  /**
   * Returns the longest silence in received sound since the last request. The first request starts
   * the measurement.
   */
  longestGap: { call: string };
  /** Runs `Device.runPreflight` to its end and returns its report. Browsers only. */
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
  /** The SDK's result for the caller's number; `null` without STIR. */
  isVerified: boolean | null;
}

/** The RTP counts of a call in the SDK's own WebRTC. */
export interface StreamCounts {
  received: number;
  lost: number;
  sent: number;
  /** The id of the received stream. A new id means that another stream is received. */
  ssrc: number;
  /** The codec of the sent stream, such as `audio/PCMU`. */
  codec: string;
  bytesSent: number;
  /** The candidate type of the selected path: `host` or `relay`. */
  localCandidate: string;
  /** The signalling state: `have-local-offer` while an ICE restart is unanswered. */
  signalling: string;
  /** The state of ICE: `connected`, `checking`, `failed` ... */
  path: string;
  /** The addresses that the exchange advertised for itself. */
  advertisedAddresses: string[];
}

/** A message to the host. */
export interface Request {
  id: number;
  command: CommandName;
  options: unknown;
}

/** A message from the host. */
export type Report =
  | { type: "reply"; id: number; value: unknown }
  | { type: "failure"; id: number; message: string; code: number | null }
  | VoiceClientEvent;

/** One event of the SDK, in the form that a test receives. */
export interface VoiceClientEvent {
  type: "event";
  /** The SDK's own name of the event: `registered`, `incoming`, `accept`, `messageReceived` ... */
  name: string;
  /** The call of the event, or `null` for the device. */
  call: string | null;
  value: unknown;
  /** `performance.timeOrigin + performance.now()` at the host. */
  at: number;
}
