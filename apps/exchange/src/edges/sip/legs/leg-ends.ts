import type { LegEnd } from "../../../calls/legs/leg.ts";

export const legEnds = {
  sessionExpired: { cause: "signalling-lost", message: "the call was not refreshed" },
  vanished: { cause: "media-lost", message: "the far end is silent and does not answer" },
  unencryptedSignalling: {
    cause: "failed",
    message: "the trunk requires encryption, and its keys may not be told in the clear",
  },
  destinationTimeout: { cause: "unreachable", sipCode: 408 },
} satisfies Record<string, LegEnd>;
