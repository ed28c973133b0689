export interface Frame {
  type: string;
  payload: Record<string, unknown>;
  version: string;
}

type Answer = (frame: Frame, socket: ScriptedSocket) => void;

/** Every socket that the page's SDK has opened, the newest last. */
export const sockets: ScriptedSocket[] = [];

/** The gateway's answers by type of frame, which replace the default ones. */
export const answers = new Map<string, Answer>();

/** Runs in a separate task, as network input does, because the page's timers may be stopped. */
function later(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

/** A WebSocket without a network. The test decides which frames the page receives, and when. */
export class ScriptedSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = ScriptedSocket.CONNECTING;
  readonly url: string;
  /** The sent frames; a heartbeat is `\n`. */
  readonly sent: (Frame | string)[] = [];

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    sockets.push(this);
    later(() => this.open());
  }

  open(): void {
    this.readyState = ScriptedSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  say(type: string, payload: object = {}): void {
    this.sayRaw(JSON.stringify({ type, payload }));
  }

  sayRaw(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  send(data: string): void {
    if (data === "\n") {
      this.sent.push(data);
      return;
    }
    const frame = JSON.parse(data) as Frame;
    this.sent.push(frame);
    later(() => (answers.get(frame.type) ?? answerAsGateway)(frame, this));
  }

  close(): void {
    this.readyState = ScriptedSocket.CLOSED;
  }

  frames(type: string): Frame[] {
    return this.sent.filter((one): one is Frame => typeof one !== "string" && one.type === type);
  }
}

/** Answers a device in the same way as the signalling of a telephony service. */
function answerAsGateway({ type, payload }: Frame, socket: ScriptedSocket): void {
  if (type === "listen") {
    const token = { identity: "alice", ttl: 3_600 };
    socket.say("connected", { region: "US_EAST_VIRGINIA", home: "us1", token });
  }
  if (type === "register") {
    const { audio } = payload["media"] as { audio: boolean };
    socket.say(audio ? "ready" : "offline");
  }
}
