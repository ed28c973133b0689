import type { Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toValidE164 } from "../platform/to-e164.ts";
import { deleteNumbers, insertNumbers, listNumbers } from "./caller-change-store.ts";

const MOST_NUMBERS = 20;

interface NumberChange {
  station: string;
  caller: string;
  number: string;
  has: boolean;
}

export async function changeCallerNumber(trx: Trx, change: NumberChange): Promise<boolean> {
  const { station, caller, number: written, has } = change;
  const number = toValidE164(written);
  if (number === null) {
    throw new ApiError("not_dialled_as_number", {
      fields: { number: "must_be_number" },
    });
  }
  const own = await listNumbers(trx, caller);
  if (own.includes(number) === has) {
    return false;
  }
  if (has) {
    if (own.length >= MOST_NUMBERS) {
      throw new ApiError({ reason: "caller_numbers_full", params: { most: MOST_NUMBERS } });
    }
    await insertNumbers(trx, { station, caller, numbers: [number] });
    return true;
  }
  if (own.length === 1) {
    throw new ApiError("caller_keeps_one_number");
  }
  await deleteNumbers(trx, caller, [number]);
  return true;
}
