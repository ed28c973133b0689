import type { WebSocket } from "ws";
import * as z from "zod";

const answerSchema = z.object({
  janus: z.string(),
  transaction: z.string().optional(),
  data: z.object({ id: z.number() }).optional(),
  error: z.object({ reason: z.string() }).optional(),
  plugindata: z
    .object({
      data: z.object({
        error: z.string().optional(),
        rtp: z.object({ ip: z.string(), port: z.number() }).optional(),
      }),
    })
    .optional(),
});
type Answer = z.infer<typeof answerSchema>;

const KEEP_ALIVE_MS = 25_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** One session of Janus's own protocol, with a handle for each participant. */
export class JanusSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  #lastTransaction = 0;
  #id = 0;
  #keeper: number | null = null;
  #keepAlive: NodeJS.Timeout | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (bytes: Buffer) => this.#handle(bytes.toString()));
  }

  static async open(socket: WebSocket): Promise<JanusSession> {
    const session = new JanusSession(socket);
    session.#id = idOf(await session.#ask({ janus: "create" }));
    const keepAlive = { janus: "keepalive", session_id: session.#id };
    session.#keepAlive = setInterval(() => session.#send(keepAlive), KEEP_ALIVE_MS);
    return session;
  }

  /** Creates a room at 8 kHz, which costs the least for telephones. */
  async createRoom(room: number): Promise<number> {
    this.#keeper ??= await this.#attach();
    const body = { request: "create", room, sampling_rate: 8000, allow_rtp_participants: true };
    await this.#say(this.#keeper, body);
    return room;
  }

  async join(
    room: number,
    port: number,
  ): Promise<{ address: string; port: number; handle: number }> {
    const handle = await this.#attach();
    const rtp = { ip: "127.0.0.1", port, payload_type: 0 };
    const answer = await this.#say(handle, { request: "join", room, codec: "pcmu", rtp });
    const far = answer.plugindata?.data.rtp;
    if (far === undefined) {
      throw new Error("Janus gave no address for a participant.");
    }
    return { address: "127.0.0.1", port: far.port, handle };
  }

  detach(handle: number | undefined): void {
    if (handle === undefined) {
      return;
    }
    this.#send({ janus: "detach", session_id: this.#id, handle_id: handle });
  }

  close(): void {
    clearInterval(this.#keepAlive);
    this.#socket.terminate();
  }

  async #attach(): Promise<number> {
    const plugin = "janus.plugin.audiobridge";
    return idOf(await this.#ask({ janus: "attach", session_id: this.#id, plugin }));
  }

  async #say(handle: number, body: object): Promise<Answer> {
    const message = { janus: "message", session_id: this.#id, handle_id: handle, body };
    const answer = await this.#ask(message);
    const error = answer.plugindata?.data.error;
    if (error !== undefined) {
      throw new Error(`Janus refused: ${error}`);
    }
    return answer;
  }

  async #ask(message: object): Promise<Answer> {
    this.#lastTransaction += 1;
    const transaction = String(this.#lastTransaction);
    const answered = new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("Janus did not answer.")), ANSWER_TIMEOUT_MS);
      this.#waiting.set(transaction, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
    this.#socket.send(JSON.stringify({ ...message, transaction }));
    const answer = await answered;
    if (answer.error !== undefined) {
      throw new Error(`Janus refused: ${answer.error.reason}`);
    }
    return answer;
  }

  /** Sends a message without waiting for the answer. */
  #send(message: object): void {
    this.#socket.send(JSON.stringify({ ...message, transaction: "told" }));
  }

  #handle(text: string): void {
    const answer = answerSchema.parse(JSON.parse(text));
    // An acknowledgement only announces that the answer will follow.
    if (answer.transaction === undefined || answer.janus === "ack") {
      return;
    }
    this.#waiting.get(answer.transaction)?.(answer);
    this.#waiting.delete(answer.transaction);
  }
}

function idOf(answer: Answer): number {
  if (answer.data === undefined) {
    throw new Error(`Janus answered ${answer.janus}.`);
  }
  return answer.data.id;
}
