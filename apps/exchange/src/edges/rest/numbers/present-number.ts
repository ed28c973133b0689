import { describeNumber } from "../../../directory/number-format.ts";
import type { NumberRecord } from "../../../directory/number-repository.ts";
import { API_VERSION, buildUri } from "../requests/build-uri.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { presentMessages } from "./message-fields.ts";
import { presentVoice } from "./voice-fields.ts";

export function presentNumber(number: NumberRecord): object {
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    phone_number: number.phoneNumber,
    ...presentVoice(number),
    ...presentMessages(number),
    sms_application_sid: number.smsApplicationSid,
    voice_application_sid: number.voiceApplicationSid,
    voice_receive_mode: "voice",
    trunk_sid: number.trunkSid,
    dialled_within: number.dialledWithin,
    address_requirements: "none",
    address_sid: null,
    identity_sid: null,
    bundle_sid: null,
    emergency_status: "Inactive",
    emergency_address_sid: null,
    emergency_address_status: "unregistered",
    beta: false,
    origin: "hosted",
    status: "in-use",
    // A number of no numbering plan counts as local.
    type: describeNumber(number.phoneNumber)?.kind ?? "local",
    capabilities: { voice: true, sms: false, mms: false, fax: false },
    api_version: API_VERSION,
    date_created: rfc2822(number.createdAt),
    date_updated: rfc2822(number.updatedAt),
    uri: buildUri(number.accountSid, "IncomingPhoneNumbers", number.sid),
  };
}
