import type { LegEnd } from "../../../calls/legs/leg.ts";

export const sessionExpired: LegEnd = {
  cause: "signalling-lost",
  message: "the call was not refreshed",
};

export const unencryptedSignalling: LegEnd = {
  cause: "failed",
  message: "the trunk requires encryption, and its keys may not be told in the clear",
};

export const destinationTimeout: LegEnd = { cause: "unreachable", sipCode: 408 };
