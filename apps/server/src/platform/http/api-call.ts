import type { FastifyReply, FastifyRequest } from "fastify";

import {
  type Endpoint,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  may,
  type Permission,
  type Role,
} from "@linedesk/contract";
import type { Actor } from "../db/actor.ts";
import { ApiError } from "./errors.ts";
import type { Session } from "./session-guard.ts";

/** The person's role at the station; null when they are no member. */
export type FindRole = (userId: string, stationId: string) => Promise<Role | null>;

/** The key of a machine, as `Authorization: Bearer {key}`; null when the request has none. */
export function readKey({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? "")?.[1] ?? null;
}

interface ApiCallOptions<E extends Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  session: Session | null;
  findRole: FindRole;
}

/** One call of an endpoint: what was sent, parsed, and who sent it. */
export class ApiCall<E extends Endpoint> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly #session: Session | null;
  readonly #findRole: FindRole;
  #isRightChecked = false;
  readonly #roles = new Map<string, Promise<Role | null>>();

  constructor(options: ApiCallOptions<E>) {
    this.request = options.request;
    this.reply = options.reply;
    this.params = options.params;
    this.query = options.query;
    this.body = options.body;
    this.#session = options.session;
    this.#findRole = options.findRole;
  }

  /** Who is signed in; only public endpoints have nobody. */
  get session(): Session {
    if (this.#session === null) {
      throw new Error("A public endpoint has no session");
    }
    return this.#session;
  }

  /** The key with which a machine asks in place of a person; null: somebody is signed in. */
  get key(): string | null {
    return this.#session === null ? readKey(this.request) : null;
  }

  get user(): Session["user"] {
    return this.session.user;
  }

  /** For audit entries. */
  get actor(): Actor {
    return {
      userId: this.#session?.user.id ?? null,
      address: this.request.ip,
      requestId: this.request.id,
    };
  }

  /** Whether my role was compared with a right. */
  get isRightChecked(): boolean {
    return this.#isRightChecked;
  }

  /** My role at the station, null when I am no member; asked of the database once per request. */
  roleAt(stationId: string): Promise<Role | null> {
    const known = this.#roles.get(stationId);
    if (known !== undefined) {
      return known;
    }
    const found = this.#findRole(this.user.id, stationId);
    this.#roles.set(stationId, found);
    return found;
  }

  /** Throws `forbidden` unless my role at the station has the permission [RL3, RL4]. */
  async requirePermission(stationId: string, permission: Permission): Promise<Role> {
    this.#isRightChecked = true;
    const role = await this.roleAt(stationId);
    if (role === null) {
      throw new ApiError("forbidden", "You are no member of this station.");
    }
    if (!may(role, permission)) {
      throw new ApiError("forbidden", `Your role ${role} may not do this.`);
    }
    return role;
  }

  /**
   * The same for a thing found by its own id: who is no member of its station must not learn that
   * it exists, so the answer is `not_found` with the same words as for a thing that is not there.
   */
  async requirePermissionOn(
    thing: { station: string; noun: string },
    permission: Permission,
  ): Promise<Role> {
    if ((await this.roleAt(thing.station)) === null) {
      throw new ApiError("not_found", `There is no such ${thing.noun}.`);
    }
    return this.requirePermission(thing.station, permission);
  }
}
