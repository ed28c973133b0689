import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

import { checkedLookup, type Clock, isPrivateAddress } from "@linedesk/base";
import type { Config } from "../config/config.ts";
import type { AddressRefusal } from "../integrations/refuse-address.ts";
import { SealBrokenError, type SecretSeal } from "../integrations/secret-seal.ts";
import type { WebhookClient } from "../integrations/webhook-client.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { findChosenSystem } from "./chosen-system-store.ts";
import { type PromotionAnswer, PromotionClient, type SendPromotion } from "./promotion-client.ts";

export interface PromotionSourceOptions {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  promotion: Config["promotion"];
  choice: PromotionChoice | null;
  timeoutMs?: number;
}

export interface PromotionChoice {
  seal: SecretSeal;
  policy: Pick<WebhookClient, "findRefusal" | "isNamed">;
}

export const PROMOTION_SEAL = "promotion";

export class PromotionSource {
  readonly #options: PromotionSourceOptions;
  readonly #configured: PromotionClient | null;

  constructor(options: PromotionSourceOptions) {
    this.#options = options;
    const { promotion } = options;
    this.#configured =
      promotion === null ? null : new PromotionClient({ ...promotion, ...this.#limits });
  }

  get isConfigured(): boolean {
    return this.#configured !== null;
  }

  get seal(): SecretSeal {
    return this.#choice.seal;
  }

  /** Returns the reason why the server may not send to the URL; `null` when it may. */
  findRefusal(url: string): AddressRefusal | null {
    return URL.canParse(url) ? this.#choice.policy.findRefusal(new URL(url)) : "address_unreadable";
  }

  open(system: { url: string; secret: string }): PromotionClient {
    const send = createGuardedSend(this.#choice.policy);
    return new PromotionClient({ ...system, ...this.#limits, send });
  }

  /** A transaction passes itself, so that it needs no second connection. */
  async find(db: Db = this.#options.db): Promise<PromotionClient | null> {
    const { log, choice } = this.#options;
    if (this.#configured !== null || choice === null) {
      return this.#configured;
    }
    const chosen = await findChosenSystem(db);
    if (chosen === null) {
      return null;
    }
    try {
      return this.open({ ...chosen, secret: choice.seal.open(chosen.secret, PROMOTION_SEAL) });
    } catch (err) {
      if (!(err instanceof SealBrokenError)) {
        throw err;
      }
      log.error({ err }, "promotion secret unreadable");
      return null;
    }
  }

  get #choice(): PromotionChoice {
    const { choice } = this.#options;
    if (choice === null) {
      throw new Error("the promotion system of the configuration cannot be changed");
    }
    return choice;
  }

  get #limits() {
    const { clock, timeoutMs } = this.#options;
    return { now: () => clock.now(), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  }
}

const NOT_ALLOWED =
  "The address must use https, contain no password and be outside private networks";
/** A longer answer is cut, so that it is not valid JSON and is refused. */
const MOST_BYTES = 16_384;

/** Sends to an address from the admin area. As for webhooks, it refuses internal networks. */
function createGuardedSend(policy: Pick<WebhookClient, "findRefusal" | "isNamed">): SendPromotion {
  return (target, { method, body, headers, signal }) => {
    const isNamed = policy.isNamed(target);
    const lookup = checkedLookup({
      isAllowed: (address) => isNamed || !isPrivateAddress(address),
      refusal: () => new Error(NOT_ALLOWED),
    });
    const request = target.protocol === "https:" ? requestHttps : requestHttp;
    const length = { "content-length": Buffer.byteLength(body) };
    const options = { method, lookup, agent: false, signal, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      if (policy.findRefusal(target) !== null) {
        reject(new Error(NOT_ALLOWED));
        return;
      }
      const sent = request(target, options, (answer) => {
        readAnswer(answer).then(resolve, reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

async function readAnswer(answer: IncomingMessage): Promise<PromotionAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) {
      break;
    }
  }
  const status = answer.statusCode ?? 0;
  return { status, text: Buffer.concat(chunks).toString("utf8") };
}
