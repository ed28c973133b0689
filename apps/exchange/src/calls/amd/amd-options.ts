import type { HttpMethod } from "@linedesk/base";
import type { AnsweredBy, AmdSettings } from "@linedesk/media";

/** That somebody wants to know whether a person or a machine answered. */
export interface AmdOptions {
  plan: AmdSettings;
  /** The call goes on meanwhile, and the callback is told. */
  isAsync: boolean;
  callback: { url: string; method: HttpMethod } | null;
}

/** What was found out of who answered. */
export interface AmdResult {
  by: AnsweredBy;
  /** From the answer to the verdict. */
  afterMs: number;
}

/** Twilio's defaults, in ms. */
export const AMD_DEFAULTS: AmdSettings = {
  awaitsEnd: false,
  timeoutMs: 30_000,
  speechMs: 2400,
  speechEndMs: 1200,
  silenceMs: 5000,
};

/** What requests tell of who answered. */
export function buildAmdParams(result: AmdResult | null): Record<string, string> {
  if (result === null) {
    return {};
  }
  return { AnsweredBy: result.by, MachineDetectionDuration: String(result.afterMs) };
}
