import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { notFound, RefusedError } from "@linedesk/base";
import type {
  EdgeAccess,
  ExchangeControl,
  ExchangeDirectory,
} from "../../../control/exchange-control.ts";
import type { MediaRelays } from "../../../directory/media-relay.ts";
import { CODES } from "./error-body.ts";
import { readForm, type FormOptions } from "./form.ts";
import { listPage, pageFields, type PageOptions } from "./list-page.ts";
import type { MessageSubscriptions } from "./message-subscriptions.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type Handler = (request: RestRequest) => unknown;

export type Handlers = Partial<Record<(typeof METHODS)[number], Handler>>;

export interface RestDeps<
  Used extends keyof ExchangeControl = never,
  Listed extends keyof ExchangeDirectory = never,
> {
  control: Pick<ExchangeControl, Used>;
  directory: Pick<ExchangeDirectory, Listed>;
  knowsTrunk: EdgeAccess["knowsTrunk"];
  accountSid: string;
  subscriptions: MessageSubscriptions;
  /**
   * Revokes every voice token that this identity has so far; resolves when the revocation is on the
   * disk.
   */
  withdrawTokens: (identity: string) => Promise<void>;
  /** The relays for browsers; `null` when browsers reach the exchange directly. */
  relays: MediaRelays | null;
}

/** Gives a resource the ids of the path and the parsed form of a request, and sets the status. */
export class RestRequest {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  id(name: string): string {
    const ids = z.record(z.string(), z.string()).parse(this.#request.params);
    const id = ids[name];
    if (id === undefined) {
      throw new Error(`the route has no :${name}`);
    }
    return id;
  }

  form<Shape extends z.ZodRawShape>(shape: Shape, options?: FormOptions) {
    return readForm(shape, this.#request.body ?? {}, options);
  }

  query<Shape extends z.ZodRawShape>(shape: Shape) {
    return readForm({ ...shape, ...pageFields }, this.#request.query);
  }

  get isJsonRequested(): boolean {
    return this.#request.originalUrl.split("?", 1)[0]?.endsWith(".json") ?? false;
  }

  readHeader(name: "range" | "if-range"): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  header(name: string, value: string): this {
    void this.#reply.header(name, value);
    return this;
  }

  status<Body>(code: number, body: Body): Body {
    void this.#reply.code(code);
    return body;
  }

  created(body: object): object {
    void this.#reply.code(201);
    return body;
  }

  deleted(): undefined {
    void this.#reply.code(204);
    return undefined;
  }

  page<Item>(list: Omit<PageOptions<Item>, "path" | "search">): object {
    const [path = "", search = ""] = this.#request.originalUrl.split("?", 2);
    return listPage({ ...list, path, search });
  }

  notFound(): RefusedError {
    return notFound(`The requested resource ${this.#request.originalUrl.split("?", 1)[0]}`);
  }

  orNotFound<Value>(value: Value | null): Value {
    if (value === null) {
      throw this.notFound();
    }
    return value;
  }
}

/** Binds a path below the account; `.json` is already removed. */
export function resource(app: FastifyInstance, path: string, handlers: Handlers): void {
  for (const method of METHODS) {
    const handle = handlers[method] ?? methodNotAllowed;
    app.route({
      method,
      url: path,
      handler: async (request, reply) => reply.send(await handle(new RestRequest(request, reply))),
    });
  }
}

function methodNotAllowed(): never {
  throw new RefusedError(CODES.method, "Method not allowed", 405);
}
