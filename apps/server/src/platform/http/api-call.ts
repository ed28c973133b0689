import type { FastifyReply, FastifyRequest } from "fastify";

import {
  type Endpoint,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type ErrorReason,
  may,
  type NumbersFrom,
  type Permission,
  type Refusal,
  type Role,
  seesNumbers,
} from "@linedesk/contract";
import type { Actor } from "../db/audit-store.ts";
import type { OpenedNumber } from "../number-seal.ts";
import { ApiError } from "./errors.ts";
import type { NumberGuesses } from "./number-guesses.ts";
import type { Session } from "./session-guard.ts";

interface HeldRole {
  role: Role;
  numbersFrom: NumbersFrom;
}

export type FindRole = (userId: string, stationId: string) => Promise<HeldRole | null>;

/** Returns the key of a machine from `Authorization: Bearer {key}`; `null` without one. */
export function readKey({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? "")?.[1] ?? null;
}

export interface RoleLookup {
  find: FindRole;
  isMaskedAnywhere: (userId: string) => Promise<boolean>;
}

interface ApiInput<E extends Endpoint> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
}

interface ApiCallDeps<E extends Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  input: ApiInput<E>;
  session: Session | null;
  roles: RoleLookup;
  numbers: { hidden: readonly OpenedNumber[]; typed: number; guesses: NumberGuesses };
}

export class ApiCall<E extends Endpoint> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  readonly #session: Session | null;
  readonly #lookup: RoleLookup;
  #isRightChecked = false;
  readonly #hidden: readonly OpenedNumber[];
  readonly #guesses: NumberGuesses;
  #typed: number;
  readonly #roles = new Map<string, Promise<HeldRole | null>>();

  constructor({ request, reply, input, session, roles, numbers }: ApiCallDeps<E>) {
    this.request = request;
    this.reply = reply;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.#session = session;
    this.#lookup = roles;
    this.#hidden = numbers.hidden;
    this.#typed = numbers.typed;
    this.#guesses = numbers.guesses;
  }

  get session(): Session {
    if (this.#session === null) {
      throw new Error("the handler of an endpoint without a session must not read the session");
    }
    return this.#session;
  }

  /** The key of the machine that makes the request; `null` when a person is signed in. */
  get key(): string | null {
    return this.#session === null ? readKey(this.request) : null;
  }

  get user(): Session["user"] {
    return this.session.user;
  }

  get actor(): Actor {
    return {
      userId: this.#session?.user.id ?? null,
      address: this.request.ip,
      requestId: this.request.id,
    };
  }

  get isRightChecked(): boolean {
    return this.#isRightChecked;
  }

  /**
   * Returns the person's role; `null` for a person who is not a member. Each station is queried
   * only once per request.
   */
  async roleAt(stationId: string): Promise<Role | null> {
    const known = this.#roles.get(stationId) ?? this.#lookup.find(this.user.id, stationId);
    this.#roles.set(stationId, known);
    return (await known)?.role ?? null;
  }

  async findMasking(): Promise<string | null> {
    for (const [station, held] of this.#roles) {
      const found = await held;
      if (found !== null && !seesNumbers(found.role, found.numbersFrom)) {
        return station;
      }
    }
    return null;
  }

  /**
   * Throws `rate_limited` for a person who sees masked numbers and has queried too many full
   * numbers.
   */
  async countGuesses(count: number): Promise<void> {
    if (count > 0 && (await this.findMasking()) !== null) {
      this.#guesses.take(this.user.id, count);
    }
  }

  async isMaskedAnywhere(): Promise<boolean> {
    return (await this.findMasking()) !== null || this.#lookup.isMaskedAnywhere(this.user.id);
  }

  /**
   * Counts a number for the person's own phone book as a guess, if one of the person's stations
   * masks numbers. That station shows the phone book too, and equal numbers have equal encrypted
   * numbers, so the new entry would reveal which caller has the number.
   */
  async countOwnNumber(): Promise<void> {
    // At a station that masks numbers, the check of the permission has already counted the number.
    if ((await this.findMasking()) === null && (await this.isMaskedAnywhere())) {
      this.#guesses.take(this.user.id, 1);
    }
  }

  isHidden(number: string | undefined): boolean {
    return this.#hidden.some((opened) => opened.number === number);
  }

  /**
   * Throws `forbidden` unless the person's role at the station has the permission. Also throws for
   * a masked number of another station, and for too many guesses of numbers.
   */
  async requirePermission(stationId: string, permission: Permission): Promise<Role> {
    this.#isRightChecked = true;
    // A number that one station masks must not be used at another station, because the other
    // station may show it in full.
    if (this.#hidden.some(({ station }) => station !== stationId)) {
      throw new ApiError("number_of_other_station");
    }
    const role = await this.roleAt(stationId);
    if (role === null) {
      throw new ApiError("not_a_member");
    }
    if (!may(role, permission)) {
      throw new ApiError({ reason: "role_may_not", params: { role } });
    }
    const typed = this.#typed;
    this.#typed = 0;
    await this.countGuesses(typed);
    return role;
  }

  /**
   * Checks an object that was found by its own id. A person who is not a member of the object's
   * station must not learn that the object exists, so the answer is the same `not_found` as for a
   * missing object.
   */
  async requirePermissionOn(
    thing: { station: string; absent: Refusal<ErrorReason<"not_found">> },
    permission: Permission,
  ) {
    if ((await this.roleAt(thing.station)) === null) {
      throw new ApiError(thing.absent);
    }
    return this.requirePermission(thing.station, permission);
  }
}
