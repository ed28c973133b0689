import { z } from "zod";

import { RefusedError } from "@linedesk/base";
import type { EdgeAccess, ExchangeDirectory } from "../../../control/exchange-control.ts";
import type { NumberChange, NumberRecord } from "../../../directory/number-repository.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import { parseVoiceSettings, voiceCodes, voiceFields } from "./voice-fields.ts";

/** An empty value removes the setting. */
const sidOrNone = z.string().max(34).optional();

export const numberFields = {
  ...voiceFields,
  VoiceApplicationSid: sidOrNone,
  TrunkSid: sidOrNone,
  DialledWithin: field.flag.optional(),
};

export const numberOptions: FormOptions = {
  codes: {
    PhoneNumber: {
      missing: [CODES.phoneNumber, "PhoneNumber is required"],
      invalid: CODES.phoneNumber,
    },
    ...voiceCodes,
  },
};

interface KnownToNumbers extends Pick<EdgeAccess, "knowsTrunk"> {
  directory: Pick<ExchangeDirectory, "applications">;
}

export type NumberForm = Parameters<typeof parseVoiceSettings>[0] & {
  VoiceApplicationSid?: string | undefined;
  TrunkSid?: string | undefined;
  DialledWithin?: boolean | undefined;
};

/** Throws RefusedError: 20001 for an unknown trunk, 21218 for an unknown application. */
export function readNumberChange(
  form: NumberForm,
  { knowsTrunk, directory }: KnownToNumbers,
  known: NumberRecord | null = null,
): NumberChange {
  const { VoiceApplicationSid: voiceSid, TrunkSid: trunkSid } = form;
  const { DialledWithin: dialledWithin } = form;
  if (trunkSid && !knowsTrunk(trunkSid)) {
    throw new RefusedError(CODES.parameter, "Invalid value for 'TrunkSid': there is no such trunk");
  }
  if (voiceSid && directory.applications.find(voiceSid) === null) {
    throw new RefusedError(CODES.application, `There is no application ${voiceSid}`);
  }
  return {
    ...parseVoiceSettings(form, known),
    ...(voiceSid === undefined ? {} : { voiceApplicationSid: voiceSid || null }),
    ...(trunkSid === undefined ? {} : { trunkSid: trunkSid || null }),
    ...(dialledWithin === undefined ? {} : { dialledWithin }),
  };
}
