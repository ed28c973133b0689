import type { Config } from "../../config/config.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { toValidE164 } from "../../platform/to-e164.ts";
import { readSoundAddress } from "../../sounds/sound-address.ts";

/** Returns a number in E.164. Throws `bad_request` with the field's name for an invalid number. */
export function readGivenNumber(given: string, field: string): string {
  const number = toValidE164(given);
  if (number === null) {
    throw new ApiError(
      { reason: "number_wrong", params: { number: given } },
      {
        fields: { [field]: "is_no_number" },
      },
    );
  }
  return number;
}

/**
 * Returns a sound's address. Throws `bad_request` with the field's name unless it is a plain HTTP
 * address or the address of a stored sound.
 */
export function readSoundUrl(given: string | null, field: string): string | null {
  if (given === null || readSoundAddress(given) !== null) {
    return given;
  }
  if (!isSoundUrl(given)) {
    throw new ApiError("sound_address_wrong", {
      fields: { [field]: "is_no_web_address" },
    });
  }
  return new URL(given).href;
}

/** Returns true for an HTTP address without a password in it. */
export function isSoundUrl(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  return isWeb && url.username === "" && url.password === "";
}

/**
 * Returns a function that checks whether the installation has a number. With Twilio it accepts
 * every number, because Twilio itself refuses a caller ID that is not the account's. With our
 * exchange it accepts the numbers of the number pool.
 */
export function createNumberCheck({
  telephony: { kind },
  numberPool,
}: Pick<Config, "numberPool"> & { telephony: Pick<Config["telephony"], "kind"> }) {
  return (number: string) => kind === "twilio" || numberPool.has(number);
}
