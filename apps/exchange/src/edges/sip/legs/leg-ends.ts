import type { LegEnd } from "../../../calls/legs/leg.ts";

export const legEnds = {
  sessionExpired: { cause: "signalling-lost", message: "the call was not refreshed" },
  vanished: { cause: "media-lost", message: "the far end sends no media and does not answer" },
  unencryptedSignalling: {
    cause: "failed",
    message: "the trunk requires encryption, and its keys must not be sent unencrypted",
  },
  destinationTimeout: { cause: "unreachable", sipCode: 408 },
} satisfies Record<string, LegEnd>;
