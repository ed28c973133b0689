import { z } from "zod";

import { RefusedError } from "@linedesk/base";
import type { EdgeAccess, ExchangeDirectory } from "../../../control/exchange-control.ts";
import type { NumberChange, NumberRecord } from "../../../directory/number-repository.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { messageCodes, messageFields, parseMessageSettings } from "./message-fields.ts";
import { parseVoiceSettings, voiceCodes, voiceFields } from "./voice-fields.ts";

/** Empty takes what it names away. */
const sidOrNone = z.string().max(34).optional();

/** What a number is made and changed with. */
export const numberFields = {
  ...voiceFields,
  ...messageFields,
  SmsApplicationSid: sidOrNone,
  VoiceApplicationSid: sidOrNone,
  TrunkSid: sidOrNone,
  /** An extension of ours. */
  DialledWithin: field.flag.optional(),
};

export const numberOptions: FormOptions = {
  ignored: { AreaCode: "any", VoiceReceiveMode: ["voice"], EmergencyStatus: ["inactive"] },
  codes: {
    PhoneNumber: {
      missing: [CODES.phoneNumber, "PhoneNumber is required"],
      invalid: CODES.phoneNumber,
    },
    ...messageCodes,
    ...voiceCodes,
  },
};

interface KnownToNumbers extends Pick<EdgeAccess, "knowsTrunk"> {
  directory: Pick<ExchangeDirectory, "applications">;
}

export type NumberForm = Parameters<typeof parseVoiceSettings>[0] &
  Parameters<typeof parseMessageSettings>[0] & {
    VoiceApplicationSid?: string | undefined;
    SmsApplicationSid?: string | undefined;
    TrunkSid?: string | undefined;
    DialledWithin?: boolean | undefined;
  };

/** Throws RefusedError: a trunk that is none (20001), an application that is none (21218). */
export function readNumberChange(
  form: NumberForm,
  { knowsTrunk, directory }: KnownToNumbers,
  known: NumberRecord | null = null,
): NumberChange {
  const { VoiceApplicationSid: voiceSid, SmsApplicationSid: smsSid, TrunkSid: trunkSid } = form;
  const { DialledWithin: dialledWithin } = form;
  if (trunkSid && !knowsTrunk(trunkSid)) {
    throw new RefusedError(CODES.parameter, "Invalid value for 'TrunkSid': there is no such trunk");
  }
  for (const applicationSid of [voiceSid, smsSid]) {
    if (applicationSid && directory.applications.find(applicationSid) === null) {
      throw new RefusedError(CODES.application, `There is no application ${applicationSid}`);
    }
  }
  return {
    ...parseVoiceSettings(form, known),
    ...parseMessageSettings(form),
    ...(voiceSid === undefined ? {} : { voiceApplicationSid: voiceSid || null }),
    ...(smsSid === undefined ? {} : { smsApplicationSid: smsSid || null }),
    ...(trunkSid === undefined ? {} : { trunkSid: trunkSid || null }),
    ...(dialledWithin === undefined ? {} : { dialledWithin }),
  };
}
