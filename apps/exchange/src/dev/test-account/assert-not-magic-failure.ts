import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "../../directory/e164.ts";

type Refusal = [code: number, message: string];

/** The one number that the test account has. */
const TEST_NUMBER = "+15005550006";

const TO: Readonly<Record<string, Refusal>> = {
  "+15005550001": [TWILIO_CODES.NUMBER_INVALID, "Phone number does not appear to be valid"],
  "+15005550002": [TWILIO_CODES.TO_UNREACHABLE, "To: cannot be reached"],
  "+15005550003": [
    TWILIO_CODES.GEO_PERMISSION,
    "To: numbers of this country or kind are not allowed",
  ],
  "+15005550004": [TWILIO_CODES.TO_BLOCKED, "To: the number is blocked"],
};

/** Throws the RefusedError that a number of Twilio's test credentials stands for. */
export function assertNotMagicFailure({ to, from }: { to: string; from: string }): void {
  if (from === "+15005550001") {
    throw new RefusedError(TWILIO_CODES.INVALID_FROM, "The 'From' is not valid");
  }
  if (from !== TEST_NUMBER) {
    throw new RefusedError(TWILIO_CODES.FROM_NOT_VERIFIED, "The 'From' is not a number of yours");
  }
  const refusal = TO[to];
  if (refusal) {
    throw new RefusedError(...refusal);
  }
}

interface NumberPurchase {
  phoneNumber: string | undefined;
  areaCode: string | undefined;
}

const FULL_AREA = "533";
const FREE_AREA = "500";

/** The number that is bought. Throws RefusedError 21421, 21422, 21452. */
export function resolvePurchasedNumber({
  phoneNumber,
  areaCode = FULL_AREA,
}: NumberPurchase): string {
  if (phoneNumber === undefined) {
    // An area that is neither of the two is as full as the one that stands for it.
    if (areaCode === FREE_AREA) {
      return TEST_NUMBER;
    }
    throw new RefusedError(
      TWILIO_CODES.NO_NUMBER_IN_AREA,
      `No phone numbers found in area code ${areaCode}`,
    );
  }
  if (phoneNumber === TEST_NUMBER) {
    return phoneNumber;
  }
  if (phoneNumber === "+15005550001" || !isE164(phoneNumber)) {
    throw new RefusedError(TWILIO_CODES.PHONE_NUMBER_INVALID, "PhoneNumber is not valid");
  }
  throw new RefusedError(TWILIO_CODES.PHONE_NUMBER_UNAVAILABLE, "PhoneNumber is not available");
}
