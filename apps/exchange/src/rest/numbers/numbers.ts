import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { NumberRecord } from "../../numbers/number-book.ts";
import { API_VERSION, uriOf } from "../requests/addresses.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import {
  messageCodes,
  messageFields,
  messageSettingsOf,
  presentMessages,
} from "./message-fields.ts";
import { resource, type RestWorld } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rest-dates.ts";
import { presentVoice, voiceFields, voiceSettings } from "./voice-fields.ts";

const numberFields = {
  ...voiceFields,
  ...messageFields,
  SmsApplicationSid: z.string().max(34).optional(),
  /** Empty takes the application away. */
  VoiceApplicationSid: z.string().max(34).optional(),
};

const options: FormOptions = {
  idle: { VoiceReceiveMode: ["voice"] },
  codes: {
    PhoneNumber: {
      missing: [CODES.phoneNumber, "PhoneNumber is required; AreaCode is not supported"],
      invalid: CODES.phoneNumber,
    },
    ...messageCodes,
    VoiceUrl: { invalid: CODES.url },
    VoiceFallbackUrl: { invalid: CODES.url },
    StatusCallback: { invalid: CODES.url },
  },
};

export function numberRoutes(app: FastifyInstance, { core }: RestWorld): void {
  resource(app, "/IncomingPhoneNumbers", {
    GET(request) {
      const query = request.query({
        PhoneNumber: field.text(40).optional(),
        FriendlyName: field.text(64).optional(),
        Beta: field.flag.optional(),
        Origin: field.oneOf(["twilio", "hosted"]).optional(),
      });
      const filter = compact({ phoneNumber: query.PhoneNumber, friendlyName: query.FriendlyName });
      return request.page({
        key: "incoming_phone_numbers",
        prefix: "PN",
        items: isOurKind(query) ? core.numbers.list(filter) : [],
        sidOf: (number) => number.sid,
        present: presentNumber,
        query,
      });
    },
    POST(request) {
      const form = request.form({ ...numberFields, PhoneNumber: field.text(40) }, options);
      const wish = { phoneNumber: form.PhoneNumber, ...changeOf(form) };
      return request.created(presentNumber(core.numbers.create(wish)));
    },
  });
  resource(app, "/IncomingPhoneNumbers/:sid", {
    GET: (request) => presentNumber(request.need(core.numbers.find(request.id("sid")))),
    POST(request) {
      const { sid } = request.need(core.numbers.find(request.id("sid")));
      const form = request.form(numberFields, options);
      return presentNumber(core.numbers.update(sid, changeOf(form)));
    },
    DELETE(request) {
      if (!core.numbers.remove(request.id("sid"))) throw request.missing();
      return request.deleted();
    },
  });
}

/** All our numbers are hosted, and none is a trial of Twilio's. */
function isOurKind({ Beta, Origin }: { Beta?: boolean | undefined; Origin?: string | undefined }) {
  return Beta !== true && (Origin === undefined || Origin === "hosted");
}

function changeOf(
  form: Parameters<typeof voiceSettings>[0] &
    Parameters<typeof messageSettingsOf>[0] & {
      VoiceApplicationSid?: string | undefined;
      SmsApplicationSid?: string | undefined;
    },
) {
  const { VoiceApplicationSid: voiceSid, SmsApplicationSid: smsSid } = form;
  return {
    ...voiceSettings(form),
    ...messageSettingsOf(form),
    ...(voiceSid === undefined ? {} : { voiceApplicationSid: voiceSid || null }),
    ...(smsSid === undefined ? {} : { smsApplicationSid: smsSid || null }),
  };
}

function presentNumber(number: NumberRecord): object {
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    phone_number: number.phoneNumber,
    ...presentVoice(number),
    ...presentMessages(number),
    sms_application_sid: number.smsApplicationSid,
    voice_application_sid: number.voiceApplicationSid,
    voice_receive_mode: "voice",
    trunk_sid: null,
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
    type: "local",
    capabilities: { voice: true, sms: false, mms: false, fax: false },
    api_version: API_VERSION,
    date_created: rfc2822(number.createdAt),
    date_updated: rfc2822(number.updatedAt),
    uri: uriOf(number.accountSid, "IncomingPhoneNumbers", number.sid),
  };
}
