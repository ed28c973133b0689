import { z } from "zod";

import type { HttpMethod } from "@linedesk/base";
import { AMD_DEFAULTS, type AmdOptions } from "../../../calls/amd/amd-options.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";

/** Whether a person or a machine answered, as creating a call or a participant asks for it. */
const planFields = {
  MachineDetection: z.enum(["Enable", "DetectMessageEnd"]).optional(),
  MachineDetectionTimeout: field.integer(3, 59).optional(),
  MachineDetectionSpeechThreshold: field.integer(1000, 6000).optional(),
  MachineDetectionSpeechEndThreshold: field.integer(500, 5000).optional(),
  MachineDetectionSilenceTimeout: field.integer(2000, 10_000).optional(),
};

export const callMachineFields = {
  ...planFields,
  AsyncAmd: field.flag.optional(),
  AsyncAmdStatusCallback: field.url.optional(),
  AsyncAmdStatusCallbackMethod: field.method.optional(),
};

const otherName = z
  .string()
  .refine(() => false, { error: "is for calls; a participant has AmdStatusCallback" });

export const participantMachineFields = {
  ...planFields,
  AmdStatusCallback: field.url.optional(),
  AmdStatusCallbackMethod: field.method.optional(),
  AsyncAmd: otherName.optional(),
  AsyncAmdStatusCallback: otherName.optional(),
  AsyncAmdStatusCallbackMethod: otherName.optional(),
};

const invalid = { invalid: CODES.machineDetection };

const machineCodes = {
  MachineDetection: invalid,
  MachineDetectionTimeout: invalid,
  MachineDetectionSpeechThreshold: invalid,
  MachineDetectionSpeechEndThreshold: invalid,
  MachineDetectionSilenceTimeout: invalid,
};

export const callMachineCodes = {
  ...machineCodes,
  AsyncAmd: invalid,
  AsyncAmdStatusCallback: { invalid: CODES.url },
};

const misplaced = { invalid: CODES.amdOfCalls };

export const participantMachineCodes = {
  ...machineCodes,
  AmdStatusCallback: { invalid: CODES.url },
  AsyncAmd: misplaced,
  AsyncAmdStatusCallback: misplaced,
  AsyncAmdStatusCallbackMethod: misplaced,
};

interface PlanForm {
  MachineDetection?: "Enable" | "DetectMessageEnd" | undefined;
  MachineDetectionTimeout?: number | undefined;
  MachineDetectionSpeechThreshold?: number | undefined;
  MachineDetectionSpeechEndThreshold?: number | undefined;
  MachineDetectionSilenceTimeout?: number | undefined;
}

/** Undefined where nobody wants to know. */
export function parseAmdOptions(
  form: PlanForm,
  how: { isAsync: boolean; url: string | undefined; method: HttpMethod | undefined },
): AmdOptions | undefined {
  if (form.MachineDetection === undefined) {
    return undefined;
  }
  const { isAsync, url, method = "POST" } = how;
  return {
    plan: {
      awaitsEnd: form.MachineDetection === "DetectMessageEnd",
      timeoutMs: secondsOr(form.MachineDetectionTimeout, AMD_DEFAULTS.timeoutMs),
      speechMs: form.MachineDetectionSpeechThreshold ?? AMD_DEFAULTS.speechMs,
      speechEndMs: form.MachineDetectionSpeechEndThreshold ?? AMD_DEFAULTS.speechEndMs,
      silenceMs: form.MachineDetectionSilenceTimeout ?? AMD_DEFAULTS.silenceMs,
    },
    isAsync,
    callback: url === undefined ? null : { url, method },
  };
}

function secondsOr(seconds: number | undefined, fallbackMs: number): number {
  return seconds === undefined ? fallbackMs : seconds * 1000;
}
