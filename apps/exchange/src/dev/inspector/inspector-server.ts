import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";

import {
  endAfterLongBody,
  fastifyTimeouts,
  refuseExpectations,
  StartError,
  systemClock,
} from "@linedesk/base";
import type { SipAddress } from "@linedesk/sip";
import type { ExchangeControl } from "../../control/exchange-control.ts";
import type { TrafficInspector } from "../../developer-tools.ts";
import type { AccountConfig } from "../../directory/account-config.ts";
import { authenticate } from "../../edges/rest/requests/authenticate.ts";
import type { FrameTap } from "../../edges/signalling/session/frame-tap.ts";
import type { SipTap } from "../../edges/sip/sip-tap.ts";
import type { HttpSender } from "../../webhooks/http-sender.ts";
import { isSameOrigin, isPageVisit } from "../pages/is-same-origin.ts";
import { loadPage } from "../pages/page-files.ts";
import { pageHeaders, servePage } from "../pages/serve-page.ts";
import { Inspector } from "./inspector.ts";
import type { Reader } from "./readers.ts";
import { Redaction } from "./redaction.ts";

const LOOPBACK = /^(?:127\.|localhost$|::1$)/;
const CLOSED_FOR_MS = 2_000;

interface ListenAddress {
  host: string;
  port: number;
}

/** The inspector's port: its page, and the feed that the page reads. */
export class InspectorServer implements TrafficInspector {
  readonly #inspector: Inspector;
  readonly #app: FastifyInstance;
  readonly #address: ListenAddress;
  readonly #account: AccountConfig;

  constructor(
    address: ListenAddress,
    { account, logger }: { account: AccountConfig; logger: Logger },
  ) {
    this.#address = address;
    this.#account = account;
    const redaction = new Redaction([account.authToken, account.apiSecret]);
    this.#inspector = new Inspector({ redaction, clock: systemClock });
    this.#app = fastify({ forceCloseConnections: true, bodyLimit: 1024, ...fastifyTimeouts() });
    refuseExpectations(this.#app.server);
    this.#app.addHook("onRequest", async ({ raw }, reply) => endAfterLongBody(raw, reply.raw));
    this.#app.setErrorHandler(async (error, _request, reply) => {
      logger.error({ err: error, part: "inspector" }, "the inspector made a mistake");
      return await reply.code(500).send({ error: "internal_error" });
    });
  }

  get frames(): FrameTap {
    return this.#inspector.frames;
  }

  get sip(): SipTap {
    return this.#inspector.sip;
  }

  wrapSender(send: HttpSender): HttpSender {
    return this.#inspector.wrapSender(send);
  }

  /** Answers the page's address. Throws StartError when the port is not to be had. */
  async open(
    control: Pick<ExchangeControl, "calls" | "conferences">,
    where: { rest: string; sip: SipAddress },
  ): Promise<string> {
    const { sid } = this.#account;
    this.#inspector.begin(control, {
      accountSid: sid,
      rest: where.rest,
      signalling: `${where.rest.replace(/^http/, "ws")}/signal`,
      sip: `sip:${where.sip.address}:${where.sip.port}`,
    });
    await this.#route();
    return await this.#listen();
  }

  async close(): Promise<void> {
    this.#inspector.close();
    await this.#app.close();
  }

  get #isLoopback(): boolean {
    return LOOPBACK.test(this.#address.host);
  }

  async #route(): Promise<void> {
    this.#app.addHook("onRequest", async (request, reply) => this.#authorize(request, reply));
    servePage(this.#app, await loadPage("inspector"), pageHeaders());
    this.#app.get("/feed", (request, reply) => this.#feed(request, reply));
  }

  /** Answers who may not come in; others pass. */
  async #authorize(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const { headers } = request;
    const isOwn =
      request.url === "/"
        ? isPageVisit(headers, this.#isLoopback)
        : isSameOrigin(headers, this.#isLoopback);
    if (!isOwn) {
      return await reply.code(403).send({ error: "other_origin" });
    }
    // A key made by REST could read here what would make it the owner.
    const logins = { account: this.#account, findSecret: () => null };
    if (this.#isLoopback || authenticate(headers.authorization, logins) !== null) {
      return undefined;
    }
    return await reply
      .code(401)
      .header("www-authenticate", 'Basic realm="inspector"')
      .send({ error: "not_signed_in" });
  }

  #feed(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (!this.#inspector.hasCapacity) {
      return reply.code(503).send({ error: "too_many_readers" });
    }
    const { raw } = reply;
    const reader: Reader = {
      write: (text) => void raw.write(text),
      waitingBytes: () => raw.writableLength,
      disconnect: () => raw.destroy(),
    };
    reply.hijack();
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    raw.on("error", () => raw.destroy());
    request.raw.on("close", () => this.#inspector.removeReader(reader));
    raw.write(`retry: ${CLOSED_FOR_MS}\n\n`);
    this.#inspector.addReader(reader);
    return undefined;
  }

  async #listen(): Promise<string> {
    const { host, port } = this.#address;
    try {
      return await this.#app.listen({ host, port });
    } catch (error) {
      throw StartError.from(error, { setting: "INSPECTOR_PORT", port });
    }
  }
}
