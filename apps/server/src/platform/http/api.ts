import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";

import type { Endpoint, EndpointAnswer } from "@linedesk/contract";
import { mapNumbers, maskInWords, maskNumbers } from "../map-numbers.ts";
import type { NumberSeal, OpenedNumber } from "../number-seal.ts";
import { ApiCall, type RoleLookup } from "./api-call.ts";
import { ApiError, type FieldRefusals } from "./errors.ts";
import type { ExportCursors } from "./export-cursors.ts";
import { isNumber, type NumberGuesses } from "./number-guesses.ts";
import { type GateOptions, RequestGate } from "./request-gate.ts";
import type { Session, SessionGuard } from "./session-guard.ts";
import { toFieldRefusal } from "./to-field-refusal.ts";
import { findUnstorablePath } from "./unstorable-path.ts";

export interface ApiOptions {
  roles: RoleLookup;
  numberSeal: NumberSeal;
  guesses: NumberGuesses;
  exportCursors: ExportCursors;
  guard: SessionGuard;
  /** Compares each answer with the contract, in development and tests but not in production. */
  checkAnswers: boolean;
}

export class Api {
  readonly app: FastifyInstance;
  readonly endpoints: Endpoint[] = [];
  readonly exportCursors: ExportCursors;
  readonly #options: ApiOptions;

  constructor(app: FastifyInstance, options: ApiOptions) {
    this.app = app;
    this.exportCursors = options.exportCursors;
    this.#options = options;
  }

  /** Answers JSON, with callers' numbers masked for people from whom the station hides them. */
  serve<E extends Endpoint>(
    endpoint: E,
    handler: (call: ApiCall<E>) => Promise<EndpointAnswer<E>>,
    gate?: GateOptions,
  ): void {
    this.#route(endpoint, gate, (call) => this.#answer(endpoint, call, handler));
  }

  /** Answers as `serve` does, or 304 without a body when the client has the state already. */
  serveChanged<E extends Endpoint>(
    endpoint: E,
    isUnchanged: (call: ApiCall<E>) => Promise<boolean>,
    handler: (call: ApiCall<E>) => Promise<EndpointAnswer<E>>,
  ): void {
    this.#route(endpoint, undefined, async (call) =>
      (await isUnchanged(call))
        ? call.reply.code(304).send()
        : this.#answer(endpoint, call, handler),
    );
  }

  /** Lets the handler send a file. It must contain no caller's number, because nothing masks it. */
  serveFile<E extends Endpoint>(endpoint: E, send: (call: ApiCall<E>) => Promise<FastifyReply>) {
    this.#route(endpoint, undefined, send);
  }

  async #answer<E extends Endpoint>(
    endpoint: E,
    call: ApiCall<E>,
    handler: (call: ApiCall<E>) => Promise<EndpointAnswer<E>>,
  ): Promise<unknown> {
    const { checkAnswers, numberSeal } = this.#options;
    const answer = await handler(call).catch(async (error: unknown) => {
      throw (await masks(call)) ? maskError(error) : error;
    });
    if (checkAnswers) {
      checkAnswer(endpoint, answer);
    }
    const masking = await call.findMasking();
    return masking === null
      ? answer
      : mapNumbers(endpoint.answer, answer, maskNumbers(masking, numberSeal));
  }

  #route<E extends Endpoint>(
    endpoint: E,
    gateOptions: GateOptions | undefined,
    answer: (call: ApiCall<E>) => Promise<unknown>,
  ): void {
    this.endpoints.push(endpoint);
    const gate = new RequestGate(endpoint, this.#options.guard, gateOptions);
    this.app.route({
      method: endpoint.method,
      ...gate.routeOptions,
      url: toRoutePath(endpoint),
      handler: async (request, reply) => {
        const session = gate.sessionOf(request);
        const call = await createApiCall(endpoint, { request, reply, session }, this.#options);
        const sent = await answer(call);
        if (this.#options.checkAnswers) {
          checkRight(endpoint, call);
        }
        return sent;
      },
    });
  }
}

export async function answerWhole<T>(
  items: Promise<T[]>,
): Promise<{ items: T[]; nextCursor: null }> {
  return { items: await items, nextCursor: null };
}

function toRoutePath({ path }: Endpoint): string {
  return `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
}

async function masks<E extends Endpoint>(call: ApiCall<E>): Promise<boolean> {
  // When the role is unknown because the database is unavailable, numbers are masked.
  return call.findMasking().then(
    (station) => station !== null,
    () => true,
  );
}

/** A refusal may contain a number that was hidden in the request, so it is masked too. */
function maskError(error: unknown): unknown {
  if (!(error instanceof ApiError)) {
    return error;
  }
  return error.mapTexts(maskInWords);
}

async function createApiCall<E extends Endpoint>(
  endpoint: E,
  {
    request,
    reply,
    session,
  }: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
  deps: ApiOptions,
): Promise<ApiCall<E>> {
  const { hidden, typed, ...input } = parseInput(endpoint, request, deps.numberSeal);
  const { roles, guesses } = deps;
  const numbers = { hidden, typed, guesses };
  const call = new ApiCall<E>({ request, reply, input, session, roles, numbers });
  if (endpoint.access.type === "permission") {
    await call.requirePermission(readStationId(input), endpoint.access.permission);
  }
  return call;
}

interface ParsedInput<E extends Endpoint> extends Pick<ApiCall<E>, "params" | "query" | "body"> {
  hidden: OpenedNumber[];
  typed: number;
}

function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  seal: NumberSeal,
): ParsedInput<E> {
  const hidden: OpenedNumber[] = [];
  let typed = 0;
  function open(text: string): string {
    const opened = seal.open(text);
    hidden.push(...(opened === null ? [] : [opened]));
    typed += opened === null && isNumber(text) ? 1 : 0;
    return opened?.number ?? text;
  }
  const input = {
    params: parsePart(endpoint.params, request.params, open) as ApiCall<E>["params"],
    query: parsePart(endpoint.query, request.query, open) as ApiCall<E>["query"],
    body: parsePart(endpoint.body, request.body ?? {}, open) as ApiCall<E>["body"],
  };
  return { ...input, hidden, typed };
}

/** Encrypted numbers are decrypted only in fields for a number. */
function parsePart(schema: Endpoint["body"], value: unknown, number: (text: string) => string) {
  if (schema === undefined) {
    return undefined;
  }
  const same = (text: string) => text;
  const opened = mapNumbers(schema, value, { number, display: same, text: same });
  const parsed = z.safeParse(schema, opened);
  if (parsed.success) {
    return requireStorable(parsed.data);
  }
  const fields: FieldRefusals = {};
  for (const issue of parsed.error.issues) {
    fields[issue.path.join(".") || "."] ??= toFieldRefusal(issue);
  }
  const names = Object.keys(fields).join(", ");
  throw new ApiError({ reason: "fields_wrong", params: { fields: names } }, { fields });
}

/** Rejects text that the contract allows but the database cannot store. */
function requireStorable(value: unknown): unknown {
  const path = findUnstorablePath(value);
  if (path === null) {
    return value;
  }
  const fields = { [path]: "field_unstorable" } as const;
  throw new ApiError({ reason: "fields_wrong", params: { fields: path } }, { fields });
}

const station = z.object({ station: z.uuid() });
const stationInPath = z.object({ id: z.uuid() });

/** Returns the station for the permission: from the query or body, otherwise the id in the path. */
function readStationId(input: { params: unknown; query: unknown; body: unknown }): string {
  for (const part of [input.query, input.body]) {
    const named = station.safeParse(part);
    if (named.success) {
      return named.data.station;
    }
  }
  return stationInPath.parse(input.params).id;
}

/**
 * Throws if the handler did not check the permission at the object's station, because then every
 * person could read the answer.
 */
function checkRight(endpoint: Endpoint, { isRightChecked }: { isRightChecked: boolean }): void {
  if (endpoint.access.type === "thing" && !isRightChecked) {
    throw new Error(
      `${endpoint.id} handled a request without checking the permission of its contract`,
    );
  }
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const checked = z.safeParse(endpoint.answer, answer);
  if (checked.success) {
    return;
  }
  throw new Error(
    `${endpoint.id} sent an answer that does not match its contract: ${checked.error.message}`,
  );
}
