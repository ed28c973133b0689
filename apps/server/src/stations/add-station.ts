import type { Station } from "@linedesk/contract";
import { makeOwner, mayAddStation } from "../people/members.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { insertPhoneLine } from "./phone-lines/phone-line-store.ts";
import { readGivenNumber } from "./phone-lines/read-given-number.ts";
import { insertStation } from "./station-store.ts";

/**
 * The first parts of the addresses of our own pages, and of languages. A station must not use them.
 */
const reserved = new Set(
  "ADMIN API APPS ASSETS CHAT GALLERY HELP INGEST PHONE SIGNAL SOUNDS SSO V4".split(" "),
);
const LANGUAGE = /^[A-Z]{2}(-[A-Z]{2})?$/;

export interface NewStation {
  callSign: string;
  name: string;
  line: { name: string; number: string };
  user: string;
  actor: Actor;
}

/** Returns the name in capitals when a page or a language uses it; `null` when it is free. */
export function findReservedName(callSign: string): string | null {
  return reserved.has(callSign) || LANGUAGE.test(callSign) ? callSign : null;
}

/** Returns the call sign in capitals. Throws `bad_request` if it cannot be part of an address. */
export function readCallSign(given: string): string {
  const callSign = given.toUpperCase();
  if (findReservedName(callSign) !== null) {
    const fields = { callSign: "is_name_of_page" } as const;
    throw new ApiError({ reason: "call_sign_reserved", params: { callSign } }, { fields });
  }
  return callSign;
}

/**
 * Creates a station with its first, open phone line and makes the person its owner. Throws
 * `forbidden` for a person who owns no station and is not named in the configuration, and
 * `conflict` when a station has the call sign or the number.
 */
export async function addStation(db: Db, wanted: NewStation): Promise<Station> {
  const { user, actor } = wanted;
  if (!(await mayAddStation(db, user))) {
    throw new ApiError("only_owner_adds_station");
  }
  const callSign = readCallSign(wanted.callSign);
  const number = readGivenNumber(wanted.line.number, "line.number");
  return db.transaction().execute(async (trx) => {
    const id = await insertStation(trx, { callSign, name: wanted.name });
    if (id === null) {
      throw new ApiError(
        { reason: "station_exists", params: { callSign } },
        {
          fields: { callSign: "is_taken" },
        },
      );
    }
    const line = await insertPhoneLine(trx, id, {
      name: wanted.line.name,
      number,
      open: true,
      isOwn: true,
      priority: false,
      holdMusicUrl: null,
      lineClosedUrl: null,
      forwardTo: null,
    });
    if (line === null) {
      throw new ApiError("phone_line_exists", {
        fields: { "line.number": "is_taken" },
      });
    }
    await makeOwner(trx, user, id);
    await recordAudit(trx, {
      actor,
      action: "station.added",
      station: id,
      details: { callSign, name: wanted.name },
    });
    await publishToUser(trx, user, { type: "rights.changed" });
    return { id, callSign, name: wanted.name, role: "owner" };
  });
}
