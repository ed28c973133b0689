import { performance } from "node:perf_hooks";

import type { CallApi } from "../calls/placing/call-api.ts";
import type { TrafficWatch } from "../exchange.ts";
import type { HttpReply, HttpRequest, HttpSender } from "../webhooks/http-sender.ts";
import { findCallSid } from "../webhooks/webhook-request.ts";

interface TrafficLogOptions {
  write(line: string): void;
  now(): Date;
  /**
   * Shows numbers, names, parameters and document texts, for use only on the developer's own
   * terminal.
   */
  showsCallers: boolean;
}

/** These parameters are the same in every request. */
const COMMON_PARAMS = new Set(["CallSid", "AccountSid", "ApiVersion"]);

export class TrafficLog implements TrafficWatch {
  readonly #options: TrafficLogOptions;

  constructor(options: TrafficLogOptions) {
    this.#options = options;
  }

  watchCalls(calls: Pick<CallApi, "onChange">): void {
    calls.onChange(({ sid, direction, status, from, to, end }) => {
      const why = end === null ? "" : ` (${end.cause})`;
      this.#write(sid, `call ${direction} ${status}${why}`, `${from} -> ${to}`);
    });
  }

  wrapSender(send: HttpSender): HttpSender {
    return async (request) => {
      const startedMs = performance.now();
      try {
        const reply = await send(request);
        this.#writeWebhook(request, String(reply.status), startedMs);
        this.#writeDocument(request, reply);
        return reply;
      } catch (error) {
        this.#writeWebhook(request, error instanceof Error ? error.message : "failed", startedMs);
        throw error;
      }
    };
  }

  #writeWebhook(request: HttpRequest, result: string, startedMs: number): void {
    const { origin, pathname } = new URL(request.url);
    const tookMs = Math.round(performance.now() - startedMs);
    const params = Object.entries(readParams(request))
      .filter(([name, value]) => value !== "" && !COMMON_PARAMS.has(name))
      .map(([name, value]) => `${name}=${value}`);
    const what = `webhook ${request.method} ${origin}${pathname} ${result} ${tookMs} ms`;
    this.#write(findCallSid(readParams(request)), what, params.join(" "));
  }

  #writeDocument(request: HttpRequest, { contentType, body }: HttpReply): void {
    if (contentType.endsWith("xml") && body !== "") {
      const size = `document ${Buffer.byteLength(body)} bytes`;
      this.#write(findCallSid(readParams(request)), size, body);
    }
  }

  #write(callSid: string | null, what: string, ofCallers: string): void {
    const time = this.#options.now().toISOString().slice(11, -1);
    const more = this.#options.showsCallers && ofCallers !== "" ? ` ${ofCallers}` : "";
    // Text from a caller must not contain escape sequences for the terminal.
    this.#options.write(
      `${time} ${callSid ?? "-"} ${what}${more}`.replaceAll(/[\s\p{Cc}]+/gu, " "),
    );
  }
}

/** Reads the parameters of a form, a query or a JSON body. */
function readParams({ url, body }: HttpRequest): Record<string, string> {
  const text = body ?? new URL(url).search;
  if (!text.startsWith("{")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(members.map(([name, value]) => [name, String(value)]));
}
