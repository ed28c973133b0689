import { RefusedError, notFound } from "../core/refused-error.ts";
import { newSid } from "../core/sid.ts";
import type { Clock } from "../core/clock.ts";
import { isE164 } from "../calls/voice-params.ts";
import type { CallerIdBook, CallerIdRecord, NumberBook, NumberRecord } from "./number-book.ts";
import { formOf } from "./number-form.ts";
import { messageSettings } from "./message-settings.ts";
import { voiceSettings } from "./voice-settings.ts";

const LIMIT = 10_000;
const APPLICATIONS = ["voiceApplicationSid", "smsApplicationSid"] as const;

export interface ListOptions<Row> {
  accountSid: string;
  clock: Clock;
  rows: Row[];
  /** After every change. */
  onChange: () => void;
}

/** The number book over rows in memory. */
export function createNumberBook(options: ListOptions<NumberRecord>): NumberBook {
  const { accountSid, clock, rows, onChange } = options;
  const now = () => new Date(clock.now());
  const findByNumber = (phoneNumber: string) =>
    rows.find((row) => row.phoneNumber === phoneNumber) ?? null;
  return {
    create({ phoneNumber, ...change }) {
      mustBeNew(phoneNumber, { isKnown: findByNumber(phoneNumber) !== null, code: 21422 });
      mustHaveRoom(rows.length);
      const at = now();
      const row: NumberRecord = {
        ...voiceSettings(formOf(phoneNumber)?.written ?? phoneNumber),
        ...messageSettings(),
        voiceApplicationSid: null,
        smsApplicationSid: null,
        trunkSid: null,
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
    list: (filter) => matching(rows, filter),
    update(sid, change) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) throw notFound("The number");
      Object.assign(row, change, { updatedAt: now() });
      onChange();
      return { ...row };
    },
    forgetApplication(applicationSid) {
      const having = rows.filter((row) => APPLICATIONS.some((key) => row[key] === applicationSid));
      for (const row of having) {
        for (const key of APPLICATIONS) if (row[key] === applicationSid) row[key] = null;
        row.updatedAt = now();
      }
      if (having.length > 0) onChange();
    },
    remove: (sid) => removeRow(rows, sid, onChange),
  };
}

/** The validated caller ids over rows in memory. */
export function createCallerIdBook(options: ListOptions<CallerIdRecord>): CallerIdBook {
  const { accountSid, clock, rows, onChange } = options;
  return {
    add({ phoneNumber, friendlyName = phoneNumber }) {
      const isKnown = rows.some((row) => row.phoneNumber === phoneNumber);
      mustBeNew(phoneNumber, { isKnown, code: 21450 });
      mustHaveRoom(rows.length);
      const at = new Date(clock.now());
      const sid = newSid("PN");
      const row = { sid, accountSid, phoneNumber, friendlyName, createdAt: at, updatedAt: at };
      rows.push(row);
      onChange();
      return { ...row };
    },
    find: (sid) => copy(rows.find((row) => row.sid === sid)),
    list: (filter) => matching(rows, filter),
    rename(sid, friendlyName) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) throw notFound("The caller id");
      Object.assign(row, { friendlyName, updatedAt: new Date(clock.now()) });
      onChange();
      return { ...row };
    },
    remove: (sid) => removeRow(rows, sid, onChange),
  };
}

export function removeRow(rows: { sid: string }[], sid: string, onChange: () => void): boolean {
  const index = rows.findIndex((row) => row.sid === sid);
  if (index < 0) return false;
  rows.splice(index, 1);
  onChange();
  return true;
}

function copy<Row extends object>(row: Row | null | undefined): Row | null {
  return row ? { ...row } : null;
}

function mustBeNew(phoneNumber: string, { isKnown, code }: { isKnown: boolean; code: number }) {
  if (!isE164(phoneNumber)) throw new RefusedError(21421, "The number is not in E.164 form");
  if (isKnown) throw new RefusedError(code, "The number is there already");
}

function mustHaveRoom(count: number): void {
  if (count >= LIMIT) throw new RefusedError(20429, `There are ${LIMIT} numbers already`, 429);
}

function matching<Row extends { phoneNumber: string; friendlyName: string }>(
  rows: Row[],
  filter: { phoneNumber?: string; friendlyName?: string } = {},
): Row[] {
  const digits = filter.phoneNumber?.replace(/[^0-9*]/g, "");
  return rows
    .filter((row) => digits === undefined || hasDigits(row.phoneNumber, digits))
    .filter((row) => !filter.friendlyName || row.friendlyName === filter.friendlyName)
    .map((row) => ({ ...row }));
}

/** `*` stands for any one digit; a part of the number is enough. */
function hasDigits(phoneNumber: string, digits: string): boolean {
  return new RegExp(digits.replaceAll("*", "\\d")).test(phoneNumber);
}
