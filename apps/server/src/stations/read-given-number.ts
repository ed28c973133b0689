import type { Config } from "../config/config.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toValidE164 } from "../platform/to-e164.ts";
import { readSoundAddress } from "../sounds/sound-address.ts";

/** A number as a person writes it, in E.164; throws `bad_request` that names the field. */
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
 * An address of sound; throws `bad_request` that names the field unless it is a plain HTTP one, or
 * that of a sound which is stored with us.
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

/** A plain HTTP address, without a password in it. */
export function isSoundUrl(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  return isWeb && url.username === "" && url.password === "";
}

/**
 * Whether the installation is known to have a number, whoever adds a line with it. Twilio
 * shows none that the account has not; our exchange has what carriers gave.
 */
export function createNumberCheck({
  telephony: { kind },
  numberPool,
}: Pick<Config, "numberPool"> & { telephony: Pick<Config["telephony"], "kind"> }) {
  return (number: string) => kind === "twilio" || numberPool.has(number);
}
