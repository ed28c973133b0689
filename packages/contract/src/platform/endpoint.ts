import type { z } from "zod/mini";

import type { ErrorCode } from "../reasons/error-codes.ts";
import type { Permission } from "./roles.ts";

type Schema = z.ZodMiniType;
type Out<S> = S extends Schema ? z.output<S> : undefined;

/**
 * The callers whom an endpoint accepts. `public`: everybody. `session`: every signed-in person, for
 * their own data; with `orKey` also an audio server with its key. With `changesNothing` a POST
 * needs no CSRF token, because it changes nothing and a foreign page cannot read its answer.
 * `key`: an audio server with its key. `thing`: a member with the permission at the station of the
 * named call or conference. `permission`: a member with the permission at the station that the
 * path, query or body names.
 */
export type Access =
  | { type: "public" }
  | { type: "session"; orKey?: true; changesNothing?: true }
  | { type: "key" }
  | { type: "thing"; permission: Permission }
  | { type: "permission"; permission: Permission };

/** One API call. The server's binding and the console's client take their types from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> {
  /** The stable name; it is the `operationId` in OpenAPI. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/api`, with `{name}` for parameters, as in `/station/{id}/flags`. */
  path: string;
  summary: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /**
   * Codes in addition to those of every endpoint (`bad_request`, `not_signed_in`, `forbidden` ...).
   */
  errors: readonly ErrorCode[];
}

export type EndpointParams<E extends Endpoint> = Out<E["params"]>;
export type EndpointQuery<E extends Endpoint> = Out<E["query"]>;
export type EndpointBody<E extends Endpoint> = Out<E["body"]>;
export type EndpointAnswer<E extends Endpoint> = Out<E["answer"]>;

interface EndpointSpec<P, Q, B, A> {
  id: string;
  summary: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  errors?: readonly ErrorCode[];
}

/** Declares one API call. If `params`, `query` or `body` is absent, the endpoint has none. */
export function endpoint<
  A extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  address: `${Endpoint["method"]} /${string}`,
  spec: EndpointSpec<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  const [method, path = ""] = address.split(" ");
  return {
    ...spec,
    method: method as Endpoint["method"],
    path,
    params: spec.params as P,
    query: spec.query as Q,
    body: spec.body as B,
    errors: spec.errors ?? [],
  };
}
