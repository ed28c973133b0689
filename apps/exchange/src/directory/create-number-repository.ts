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
  onChange: () => void;
}

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
    list: (part) =>
      rows
        .filter(({ phoneNumber }) => part === undefined || hasPart(phoneNumber, part))
        .map((row) => ({ ...row })),
    update(sid, change) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) {
        throw notFound("The number");
      }
      Object.assign(row, change, { updatedAt: now() });
      onChange();
      return { ...row };
    },
    remove: (sid) => removeRow(rows, sid, onChange),
  };
}

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
    list: () => rows.map((row) => ({ ...row })),
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
    throw new RefusedError(code, "The number already exists");
  }
}

function assertCapacity(count: number): void {
  if (count >= LIMIT) {
    throw new RefusedError(
      TWILIO_CODES.TOO_MANY_REQUESTS,
      `An account can have at most ${LIMIT} numbers`,
      429,
    );
  }
}

/**
 * Matches a part of the number, or the beginning if the pattern begins with a plus; `*` is any
 * digit.
 */
function hasPart(number: string, wanted: string): boolean {
  // People write these characters between digits, so the search ignores them.
  const bare = wanted.replaceAll(/[\s().-]/g, "");
  const [, plus = "", digits = ""] = /^(\+?)([0-9*]+)$/.exec(bare) ?? [];
  if (digits === "") {
    return false;
  }
  const pattern = digits.replaceAll("*", "\\d");
  return new RegExp(plus === "" ? pattern : `^\\+${pattern}`).test(number);
}
