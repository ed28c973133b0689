import { request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import { type AddressLookup, checkedLookup, isPrivateAddress, readIpLiteral } from "@linedesk/base";
import type { AddressRefusal } from "./refuse-address.ts";

export interface WebhookClientOptions {
  /** Internal hosts to which webhooks may be sent: `host` for any port, `host:port` for one. */
  hosts: readonly string[];
  /** The time limit of an answer; 10 s by default. */
  timeoutMs?: number;
  dns?: AddressLookup;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type WebhookOutcome = { status: number } | { status: null; error: string };

const TIMEOUT_MS = 10_000;
/**
 * Every refused address causes this same error. For an address in a private network, people outside
 * therefore do not learn whether something answers there.
 */
const NOT_ALLOWED =
  "The address must use https, contain no password and be outside private networks";

/** Sends webhooks. Internal hosts must be named in the configuration. */
export class WebhookClient {
  readonly #timeoutMs: number;
  readonly #hosts: ReadonlySet<string>;
  readonly #dns: Pick<WebhookClientOptions, "dns">;

  constructor({ hosts, timeoutMs = TIMEOUT_MS, ...more }: WebhookClientOptions) {
    this.#timeoutMs = timeoutMs;
    this.#dns = more;
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
  }

  isNamed(url: URL): boolean {
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    return this.#hosts.has(url.hostname) || this.#hosts.has(`${url.hostname}:${port}`);
  }

  findRefusal(url: URL): AddressRefusal | null {
    if (url.username !== "" || url.password !== "") {
      return "address_with_password";
    }
    if (this.isNamed(url) && /^https?:$/.test(url.protocol)) {
      return null;
    }
    if (url.protocol !== "https:") {
      return "address_not_https";
    }
    const literal = readIpLiteral(url);
    const isInner = literal === null ? url.hostname === "localhost" : isPrivateAddress(literal);
    return isInner ? "address_inside_network" : null;
  }

  /** Makes one attempt and follows no redirect. */
  async send({ url, headers, body }: WebhookRequest): Promise<WebhookOutcome> {
    const target = new URL(url);
    if (this.findRefusal(target) !== null) {
      return { status: null, error: NOT_ALLOWED };
    }
    try {
      return { status: await this.#post(target, headers, body) };
    } catch (error) {
      return { status: null, error: describeError(error) };
    }
  }

  #post(target: URL, headers: Record<string, string>, body: string): Promise<number> {
    const isNamed = this.isNamed(target);
    const lookup = checkedLookup({
      ...this.#dns,
      isAllowed: (address) => isNamed || !isPrivateAddress(address),
      refusal: () => new Error(NOT_ALLOWED),
    });
    const request = target.protocol === "https:" ? requestHttps : requestHttp;
    const options = {
      method: "POST",
      lookup,
      agent: false,
      signal: AbortSignal.timeout(this.#timeoutMs),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Linedesk",
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent: ClientRequest = request(target, options, (answer: IncomingMessage) => {
        // Only the status counts, so the body is not read.
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return "The request failed";
  }
  if (error.name === "TimeoutError" || error.name === "AbortError") {
    return "No answer in time";
  }
  return error.message.slice(0, 200);
}
