import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

import type { Clock } from "@linedesk/base";
import { ApiError } from "./errors.ts";

/** The paged export and its user. A cursor of one export is invalid for another. */
export interface PagedExport {
  action: string;
  user: string;
  filters: Record<string, unknown>;
}

/** A client requests the next page within seconds, so an hour is ample. */
export const CURSOR_LIFETIME_MS = 60 * 60_000;

/**
 * The audit records only the first page of an export. Later pages therefore need a cursor that the
 * server issued for this export.
 */
export class ExportCursors {
  readonly #key: Buffer;
  readonly #clock: Pick<Clock, "now">;

  constructor(key: string, clock: Pick<Clock, "now">) {
    this.#key = Buffer.from(hkdfSync("sha256", key, "", "linedesk export cursors", 32));
    this.#clock = clock;
  }

  seal(of: PagedExport, cursor: string | null): string | null {
    if (cursor === null) {
      return null;
    }
    const given = `${this.#clock.now()}.${cursor}`;
    return `${given}.${this.#sign(of, given)}`;
  }

  open(of: PagedExport, sealed: string | undefined): string | undefined {
    if (sealed === undefined) {
      return undefined;
    }
    const [at = "", cursor = "", signature = ""] = sealed.split(".");
    const right = Buffer.from(this.#sign(of, `${at}.${cursor}`));
    const sent = Buffer.from(signature);
    const isOurs = sent.length === right.length && timingSafeEqual(sent, right);
    if (isOurs && this.#clock.now() - Number(at) < CURSOR_LIFETIME_MS) {
      return cursor;
    }
    throw new ApiError("export_cursor_unknown", {
      fields: { cursor: "must_be_cursor_before" },
    });
  }

  #sign({ action, user, filters }: PagedExport, given: string): string {
    const signed = JSON.stringify([action, user, filters, given]);
    return createHmac("sha256", this.#key).update(signed).digest("base64url");
  }
}
