import { HttpSendError, type HttpReply, type HttpRequest } from "../webhooks/http-sender.ts";

export interface WebRequest {
  path: string;
  method: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

type Reply = string | Partial<HttpReply>;
type Answer = Reply | ((request: WebRequest) => Reply | Promise<Reply>);

export const APP = "http://app.test";

export class ScriptedWeb {
  readonly requests: WebRequest[] = [];
  readonly #answers = new Map<string, Answer>();
  isUnreachable = false;
  /** Is true when the application accepts requests and does not answer in time. */
  hangs = false;

  on(path: string, answer: Answer): this {
    this.#answers.set(path, answer);
    return this;
  }

  respondWith(path: string, verbs: string): this {
    return this.on(path, twiml(verbs));
  }

  readonly send = async (request: HttpRequest): Promise<HttpReply> => {
    request.signal?.throwIfAborted();
    const url = new URL(request.url);
    const params = Object.fromEntries(
      request.method === "GET" ? url.searchParams : new URLSearchParams(request.body ?? ""),
    );
    const { method, headers } = request;
    const received = { path: url.pathname, method, params, headers, body: request.body ?? "" };
    this.requests.push(received);
    await Promise.resolve();
    if (this.isUnreachable) {
      throw new HttpSendError("connect", "connection refused");
    }
    if (this.hangs) {
      throw new HttpSendError("read-timeout", "no answer in time");
    }
    const answer = this.#answers.get(url.pathname) ?? { status: 404 };
    const reply = typeof answer === "function" ? await answer(received) : answer;
    const full = typeof reply === "string" ? { body: reply } : reply;
    return { status: 200, contentType: "text/xml", body: "", ...full };
  };

  requestsTo(path: string): Record<string, string>[] {
    return this.requests.filter((each) => each.path === path).map(({ params }) => params);
  }
}

export function twiml(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}
