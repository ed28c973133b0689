import { randomBytes } from "node:crypto";

import { ConfigError } from "../config/config.ts";
import { MAIN_SERVICE } from "../config/main-service.ts";
import type { Db } from "../platform/db/database.ts";
import { findOrSaveResource } from "./telephony-store.ts";

const APPLICATION = /^linedesk (?:([0-9a-f]{8}) )?application\./;

const ROOM_OF_CALL = /^call:([0-9a-f-]{36})(?:@[0-9a-f]{8})?$/;

/** Returns the id of the call whose own room has this name; `null` for any other name. */
export function parseRoomName(name: string): string | null {
  return ROOM_OF_CALL.exec(name)?.[1] ?? null;
}

/**
 * Builds the names of our rooms, queues and applications at the telephony service. At a service
 * whose account other installations can use too, each name contains the id of this installation, so
 * that no installation uses the objects of another one.
 */
export class ServiceNames {
  readonly #deployment: string | null;

  constructor(deployment: string | null) {
    this.#deployment = deployment;
  }

  /** Returns the name of a call's own room. It contains no phone number and no name of a person. */
  room(call: string): string {
    return this.#mark(`call:${call}`);
  }

  sharedRoom(conference: string): string {
    return this.#mark(`conference:${conference}`);
  }

  /**
   * Returns true for a name that this installation gave. An unshared service has no other names.
   */
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

  /**
   * Throws when the application belongs to another installation. If we used this application, the
   * other installation would lose its calls.
   */
  assertOwn({ sid, name }: { sid: string; name: string }): void {
    const owner = APPLICATION.exec(name)?.[1] ?? null;
    if (owner !== null && owner !== this.#deployment) {
      throw new ConfigError(
        `The application ${sid} belongs to another installation of Linedesk (${owner}). Set TWILIO_APP_SID to an application that only this installation uses, or use a subaccount.`,
      );
    }
  }

  #mark(name: string): string {
    return this.#deployment === null ? name : `${name}@${this.#deployment}`;
  }
}

/**
 * Returns the names for a service. The first start with a shared service creates the installation's
 * id.
 */
export async function readServiceNames(
  db: Db,
  { isShared }: { isShared: boolean },
): Promise<ServiceNames> {
  const made = randomBytes(4).toString("hex");
  // The installation has one id for all its services.
  const named = { service: MAIN_SERVICE, name: "deployment" };
  return new ServiceNames(isShared ? await findOrSaveResource(db, named, made) : null);
}
