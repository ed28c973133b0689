import { createHmac } from "node:crypto";

import { listenerAnswer, type ListenerAnswer, type ListenerQuestion } from "@linedesk/contract";
import type { SentWin } from "@linedesk/contract";

export interface PromotionClientOptions {
  /** The address of the system, with or without a path. */
  url: string;
  secret: string;
  /** The time limit of an answer; 3 s by default. */
  timeoutMs?: number;
  now: () => number;
  /** Sends a request. For an address from the admin area it refuses internal networks. */
  send?: SendPromotion;
}

export interface PromotionAnswer {
  status: number;
  text: string;
}

interface PromotionRequest {
  method: string;
  body: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Follows no redirect. Rejects when no answer arrives. */
export type SendPromotion = (target: URL, request: PromotionRequest) => Promise<PromotionAnswer>;

/**
 * The system did not execute the request. `refused` means that the system itself refused, and a
 * retry would not help.
 */
export class PromotionError extends Error {
  override name = "PromotionError";
  readonly code = "promotion_failed";
  readonly refused: boolean;

  constructor(message: string, options: ErrorOptions & { refused: boolean }) {
    super(message, options);
    this.refused = options.refused;
  }
}

const TIMEOUT_MS = 3_000;
const MOST_BYTES = 16_384;

/** Signs time, method, path and body, joined by newlines, as the receiver does. */
export function signRequest(
  secret: string,
  { timestamp, method, path, body }: Record<"timestamp" | "method" | "path" | "body", string>,
): string {
  const signed = [timestamp, method, path, body].join("\n");
  return `v1=${createHmac("sha256", secret).update(signed).digest("hex")}`;
}

export class PromotionClient {
  readonly #options: PromotionClientOptions;

  constructor(options: PromotionClientOptions) {
    this.#options = options;
  }

  async askCaller(question: ListenerQuestion): Promise<ListenerAnswer> {
    const text = await this.#request("POST", "/listeners", question);
    const parsed = listenerAnswer.safeParse(parseJson(text));
    if (!parsed.success) {
      const message = "The promotion system's answer about a listener is malformed";
      throw new PromotionError(message, { refused: true, cause: parsed.error });
    }
    return parsed.data;
  }

  /** The same win may be sent more than once. Throws `PromotionError`. */
  async sendWin(win: SentWin): Promise<void> {
    await this.#request("PUT", `/wins/${win.id}`, win);
  }

  async #request(method: string, below: string, content: object): Promise<string> {
    const { url, secret, timeoutMs = TIMEOUT_MS, now, send = sendByFetch } = this.#options;
    const target = new URL(`${url.replace(/\/$/, "")}${below}`);
    const body = JSON.stringify(content);
    const timestamp = String(Math.floor(now() / 1000));
    const signature = signRequest(secret, { timestamp, method, path: target.pathname, body });
    try {
      const { status, text } = await send(target, {
        method,
        body,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "content-type": "application/json",
          "linedesk-timestamp": timestamp,
          "linedesk-signature": signature,
        },
      });
      if (status < 200 || status > 299) {
        const refused = status >= 400 && status < 500 && status !== 429;
        throw new PromotionError(`The promotion system answered ${status}`, { refused });
      }
      return text;
    } catch (error) {
      if (error instanceof PromotionError) {
        throw error;
      }
      const message = "The promotion system does not answer";
      throw new PromotionError(message, { refused: false, cause: error });
    }
  }
}

async function sendByFetch(target: URL, request: PromotionRequest): Promise<PromotionAnswer> {
  const answer = await fetch(target, { ...request, redirect: "error" });
  return { status: answer.status, text: await readBounded(answer) };
}

/** Reads up to the limit. A longer answer is cut, is therefore not valid JSON, and is refused. */
async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) {
      break;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = "The promotion system's answer is no JSON";
    throw new PromotionError(message, { refused: true, cause: error });
  }
}
