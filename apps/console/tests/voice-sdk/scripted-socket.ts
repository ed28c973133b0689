export interface Frame {
  type: string;
  payload: Record<string, unknown>;
  version: string;
}

type Answer = (frame: Frame, socket: ScriptedSocket) => void;

/** Every socket that the page's SDK has opened, the newest last. */
export const sockets: ScriptedSocket[] = [];

/** What the gateway says to a frame of a type, where it is not what it always says. */
export const answers = new Map<string, Answer>();

/** In a task of its own, as what comes over a network; the page's timers may stand still. */
function later(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

/** The WebSocket of a page that is no network: a test says what comes over it, and when. */
export class ScriptedSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = ScriptedSocket.CONNECTING;
  readonly url: string;
  /** Heartbeats stand as `\n`. */
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

/** What the signalling of a telephony service says to a device in order. */
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
