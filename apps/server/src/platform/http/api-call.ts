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
import { findRole } from "../../people/membership-store.ts";
import type { Actor } from "../db/actor.ts";
import type { Db } from "../db/database.ts";
import { ApiError } from "./errors.ts";
import type { Session } from "./session-guard.ts";

interface ApiCallParts<E extends Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  session: Session | null;
  db: Db;
}

/** One call of an endpoint: what was sent, parsed, and who sent it. */
export class ApiCall<E extends Endpoint> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly #session: Session | null;
  readonly #db: Db;
  readonly #roles = new Map<string, Promise<Role | null>>();

  constructor(parts: ApiCallParts<E>) {
    this.request = parts.request;
    this.reply = parts.reply;
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.#session = parts.session;
    this.#db = parts.db;
  }

  /** Who is signed in; only public endpoints have nobody. */
  get session(): Session {
    if (this.#session === null) {
      throw new Error("A public endpoint has no session");
    }
    return this.#session;
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

  /** My role at the station, null when I am no member; asked of the database once per request. */
  roleAt(stationId: string): Promise<Role | null> {
    const known = this.#roles.get(stationId);
    if (known !== undefined) {
      return known;
    }
    const asked = findRole(this.#db, this.user.id, stationId);
    this.#roles.set(stationId, asked);
    return asked;
  }

  /** Throws `forbidden` unless my role at the station has the permission [RL3, RL4]. */
  async requirePermission(stationId: string, permission: Permission): Promise<Role> {
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
   * it exists, so he gets `not_found` with the same words as for a thing that is not there.
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
