import { randomBytes } from "node:crypto";

import { ConfigError } from "../config/config.ts";
import { MAIN_SERVICE } from "../config/main-service.ts";
import type { Db } from "../platform/db/database.ts";
import { findOrSaveResource } from "./telephony-store.ts";

const APPLICATION = /^linedesk (?:([0-9a-f]{8}) )?application\./;

const ROOM_OF_CALL = /^call:([0-9a-f-]{36})(?:@[0-9a-f]{8})?$/;

/** Returns the call of a call's own room; `null` for any other room. */
export function parseRoomName(name: string): string | null {
  return ROOM_OF_CALL.exec(name)?.[1] ?? null;
}

/**
 * The names of our rooms, queues and applications at the telephony service. At a service whose
 * account other installations can use too, each name contains the id of this installation, so that
 * no installation uses the objects of another one.
 */
export class ServiceNames {
  readonly #deployment: string | null;

  constructor(deployment: string | null) {
    this.#deployment = deployment;
  }

  /** The name of a call's own room. It contains no phone number and no name. */
  room(call: string): string {
    return this.#mark(`call:${call}`);
  }

  sharedRoom(conference: string): string {
    return this.#mark(`conference:${conference}`);
  }

  /** Returns true for a name that this installation gave. */
  isOwn(name: string): boolean {
    return this.#deployment === null || name.endsWith(`@${this.#deployment}`);
  }

  queue(station: string): string {
    return this.#mark(`station:${station}`);
  }

  application(resource: string): string {
    return ["linedesk", ...(this.#deployment ?? "").split(" "), resource]
      .filter((word) => word !== "")
      .join(" ");
  }

  /** Throws when the application belongs to another installation, which would lose its calls. */
  assertOwn({ sid, name }: { sid: string; name: string }): void {
    const owner = APPLICATION.exec(name)?.[1] ?? null;
    if (owner !== null && owner !== this.#deployment) {
      throw new ConfigError(
        `The application ${sid} belongs to another installation of Linedesk (${owner}). Set TWILIO_APP_SID to an application of its own, or use a subaccount.`,
      );
    }
  }

  #mark(name: string): string {
    return this.#deployment === null ? name : `${name}@${this.#deployment}`;
  }
}

/** The first start at a shared service makes the installation's id. */
export async function readServiceNames(
  db: Db,
  { isShared }: { isShared: boolean },
): Promise<ServiceNames> {
  const made = randomBytes(4).toString("hex");
  // The id is that of the installation, whatever the name of its account is.
  const named = { service: MAIN_SERVICE, name: "deployment" };
  return new ServiceNames(isShared ? await findOrSaveResource(db, named, made) : null);
}
