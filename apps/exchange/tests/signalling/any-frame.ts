import fc from "fast-check";

/** Everything that a client says. */
export const anyType = fc.constantFrom(
  "listen",
  "register",
  "invite",
  "answer",
  "hangup",
  "reject",
  "dtmf",
  "reinvite",
  "message",
);

/** Sids as clients name them, and as nobody does. */
export const anySid = fc.constantFrom("CA1", "TJS1", "", "__proto__", "CA".padEnd(34, "0"));

/** Text that is no frame, if it is JSON at all. */
export const anyNoise = fc.oneof(fc.string(), fc.json());
