import { type Clock, newSid, notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "./e164.ts";
import { formatNumber } from "./number-format.ts";
import type {
  CallerIdRepository,
  CallerIdRecord,
  NumberRepository,
  NumberRecord,
} from "./number-repository.ts";
import { voiceSettings } from "./voice-settings.ts";

const LIMIT = 10_000;

export interface RepositoryOptions<Row> {
  accountSid: string;
  clock: Clock;
  rows: Row[];
  /** After every change. */
  onChange: () => void;
}

/** The number book over rows in memory. */
export function createNumberRepository(options: RepositoryOptions<NumberRecord>): NumberRepository {
  const { accountSid, clock, rows, onChange } = options;
  function now() {
    return new Date(clock.now());
  }
  function findByNumber(phoneNumber: string) {
    return rows.find((row) => row.phoneNumber === phoneNumber) ?? null;
  }
  return {
    create({ phoneNumber, ...change }) {
      assertNewNumber(phoneNumber, {
        isKnown: findByNumber(phoneNumber) !== null,
        code: TWILIO_CODES.PHONE_NUMBER_UNAVAILABLE,
      });
      assertCapacity(rows.length);
      const at = now();
      const row: NumberRecord = {
        ...voiceSettings(formatNumber(phoneNumber)),
        voiceApplicationSid: null,
        trunkSid: null,
        dialledWithin: true,
        ...change,
        sid: newSid("PN"),
        accountSid,
        phoneNumber,
        createdAt: at,
        updatedAt: at,
      };
      rows.push(row);
      onChange();
      return { ...row };
    },
    find: (sid) => copy(rows.find((row) => row.sid === sid)),
    findByNumber: (phoneNumber) => copy(findByNumber(phoneNumber)),
    list: (filter) => matching(rows, hasPart, filter),
    update(sid, change) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) {
        throw notFound("The number");
      }
      Object.assign(row, change, { updatedAt: now() });
      onChange();
      return { ...row };
    },
    clearApplication(applicationSid) {
      const having = rows.filter((row) => row.voiceApplicationSid === applicationSid);
      for (const row of having) {
        row.voiceApplicationSid = null;
        row.updatedAt = now();
      }
      if (having.length > 0) {
        onChange();
      }
    },
    remove: (sid) => removeRow(rows, sid, onChange),
  };
}

/** The validated caller ids over rows in memory. */
export function createCallerIdRepository(
  options: RepositoryOptions<CallerIdRecord>,
): CallerIdRepository {
  const { accountSid, clock, rows, onChange } = options;
  return {
    add({ phoneNumber, friendlyName = formatNumber(phoneNumber) }) {
      const isKnown = rows.some((row) => row.phoneNumber === phoneNumber);
      assertNewNumber(phoneNumber, { isKnown, code: TWILIO_CODES.PHONE_NUMBER_ALREADY_VALIDATED });
      assertCapacity(rows.length);
      const at = new Date(clock.now());
      const sid = newSid("PN");
      const row = { sid, accountSid, phoneNumber, friendlyName, createdAt: at, updatedAt: at };
      rows.push(row);
      onChange();
      return { ...row };
    },
    find: (sid) => copy(rows.find((row) => row.sid === sid)),
    list: (filter) => matching(rows, isWhole, filter),
    rename(sid, friendlyName) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) {
        throw notFound("The caller id");
      }
      Object.assign(row, { friendlyName, updatedAt: new Date(clock.now()) });
      onChange();
      return { ...row };
    },
    remove: (sid) => removeRow(rows, sid, onChange),
  };
}

export function removeRow(rows: { sid: string }[], sid: string, onChange: () => void): boolean {
  const index = rows.findIndex((row) => row.sid === sid);
  if (index < 0) {
    return false;
  }
  rows.splice(index, 1);
  onChange();
  return true;
}

function copy<Row extends object>(row: Row | null | undefined): Row | null {
  return row ? { ...row } : null;
}

function assertNewNumber(
  phoneNumber: string,
  { isKnown, code }: { isKnown: boolean; code: number },
) {
  if (!isE164(phoneNumber)) {
    throw new RefusedError(TWILIO_CODES.PHONE_NUMBER_INVALID, "The number is not in E.164 form");
  }
  if (isKnown) {
    throw new RefusedError(code, "The number is there already");
  }
}

function assertCapacity(count: number): void {
  if (count >= LIMIT) {
    throw new RefusedError(
      TWILIO_CODES.TOO_MANY_REQUESTS,
      `There are ${LIMIT} numbers already`,
      429,
    );
  }
}

interface NumberFilter {
  phoneNumber?: string;
  friendlyName?: string;
}

function matching<Row extends Required<NumberFilter>>(
  rows: Row[],
  fits: (number: string, wanted: string) => boolean,
  { phoneNumber, friendlyName }: NumberFilter = {},
): Row[] {
  return rows
    .filter((row) => phoneNumber === undefined || fits(row.phoneNumber, phoneNumber))
    .filter((row) => !friendlyName || row.friendlyName === friendlyName)
    .map((row) => ({ ...row }));
}

/** A part of the number, from its beginning where a plus stands before; `*` is any one digit. */
function hasPart(number: string, wanted: string): boolean {
  const [, plus = "", digits = ""] = /^(\+?)([0-9*]+)$/.exec(bare(wanted)) ?? [];
  if (digits === "") {
    return false;
  }
  const pattern = digits.replaceAll("*", "\\d");
  return new RegExp(plus === "" ? pattern : `^\\+${pattern}`).test(number);
}

/** The whole number, with or without its plus. */
function isWhole(number: string, wanted: string): boolean {
  return number === `+${bare(wanted).replace(/^\+/, "")}`;
}

/** Without what people write between digits. */
function bare(number: string): string {
  return number.replaceAll(/[\s().-]/g, "");
}
