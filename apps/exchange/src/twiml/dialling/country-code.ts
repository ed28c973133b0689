/** Country codes of ITU-T E.164 by length: one and two digits, and the assigned ones of three. */
const SHORT = new Set(
  "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);
/** The first two digits, and which third digits are assigned. */
const LONG: Readonly<Record<string, string>> = {
  "21": "12368",
  "22": "0123456789",
  "23": "0123456789",
  "24": "0123456789",
  "25": "012345678",
  "26": "0123456789",
  "29": "01789",
  "35": "0123456789",
  "37": "0123456789",
  "38": "01235679",
  "42": "013",
  "50": "0123456789",
  "59": "0123456789",
  "67": "023456789",
  "68": "012356789",
  "69": "012",
  "80": "08",
  "85": "02356",
  "87": "08",
  "88": "012368",
  "96": "012345678",
  "97": "012345679",
  "99": "234568",
};

/** Whether an E.164 number begins with a country code that is given to somebody. */
export function hasKnownCountryCode(number: string): boolean {
  const digits = number.slice(1);
  if (SHORT.has(digits.slice(0, 1)) || SHORT.has(digits.slice(0, 2))) return true;
  return (LONG[digits.slice(0, 2)] ?? "").includes(digits.slice(2, 3) || "x");
}
