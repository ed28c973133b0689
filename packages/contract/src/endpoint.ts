import type { z } from "zod/mini";

import type { ErrorCode } from "./reasons/error-codes.ts";
import type { Permission } from "./roles.ts";

type Schema = z.ZodMiniType;
type Out<S> = S extends Schema ? z.output<S> : undefined;

/**
 * Who may call: anybody; anybody signed in (of what is their own), or an audio server with its key
 * too; an audio server with its key; a member of the station of the thing that the request names (a
 * call, a conference) whose role has the permission at least; or one of the station named in the
 * query or body (`station`) or path.
 */
export type Access =
  | { type: "public" }
  | { type: "session"; orKey?: true }
  | { type: "key" }
  | { type: "thing"; permission: Permission }
  | { type: "permission"; permission: Permission };

/** One API call: both the server's binding and the console's client are typed from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> {
  /** Stable name, the `operationId` in OpenAPI. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, with `{name}` for parameters, as in `/station/{id}/flags`. */
  path: string;
  summary: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** Codes beyond those that every call may answer (bad_request, not_signed_in, forbidden ...). */
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

/** Declares one API call; what is left out of `params`, `query` and `body` does not exist. */
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
