import type { FastifyInstance } from "fastify";

import type {
  ApplicationRecord,
  ApplicationSettings,
} from "../../../directory/application-book.ts";
import { API_VERSION, uriOf } from "../requests/addresses.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import { resource, type RestRequest, type RestWorld } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rest-dates.ts";
import {
  messageCodes,
  messageFields,
  messageSettingsOf,
  presentMessages,
} from "./message-fields.ts";
import { presentVoice, voiceFields, voiceSettings } from "./voice-fields.ts";

const applicationFields = {
  ...voiceFields,
  ...messageFields,
  SmsStatusCallback: field.urlOrNone.optional(),
  MessageStatusCallback: field.urlOrNone.optional(),
};

const options: FormOptions = {
  idle: { PublicApplicationConnectEnabled: ["false"] },
  codes: {
    ...messageCodes,
    SmsStatusCallback: { invalid: CODES.url },
    MessageStatusCallback: { invalid: CODES.url },
    VoiceUrl: { invalid: CODES.url },
    VoiceFallbackUrl: { invalid: CODES.url },
    StatusCallback: { invalid: CODES.url },
  },
};

export function applicationRoutes(app: FastifyInstance, { core }: RestWorld): void {
  resource(app, "/Applications", {
    GET(request) {
      const query = request.query({ FriendlyName: field.text(64).optional() });
      return request.page({
        key: "applications",
        prefix: "AP",
        items: core.applications.list(compact({ friendlyName: query.FriendlyName })),
        sidOf: (application) => application.sid,
        present: presentApplication,
        query,
      });
    },
    POST(request) {
      const settings = settingsOf(request);
      return request.created(presentApplication(core.applications.create(settings)));
    },
  });
  resource(app, "/Applications/:sid", {
    GET: (request) => presentApplication(request.need(core.applications.find(request.id("sid")))),
    POST(request) {
      const { sid } = request.need(core.applications.find(request.id("sid")));
      const settings = settingsOf(request);
      return presentApplication(core.applications.update(sid, settings));
    },
    DELETE(request) {
      const { sid } = request.need(core.applications.find(request.id("sid")));
      core.applications.remove(sid);
      core.numbers.forgetApplication(sid);
      return request.deleted();
    },
  });
}

function settingsOf(request: RestRequest): Partial<ApplicationSettings> {
  const form = request.form(applicationFields, options);
  return {
    ...voiceSettings(form),
    ...messageSettingsOf(form),
    ...compact({
      smsStatusCallback: form.SmsStatusCallback,
      messageStatusCallback: form.MessageStatusCallback,
    }),
  };
}

function presentApplication(application: ApplicationRecord): object {
  return {
    sid: application.sid,
    account_sid: application.accountSid,
    ...presentVoice(application),
    ...presentMessages(application),
    sms_status_callback: application.smsStatusCallback,
    message_status_callback: application.messageStatusCallback,
    public_application_connect_enabled: false,
    api_version: API_VERSION,
    date_created: rfc2822(application.createdAt),
    date_updated: rfc2822(application.updatedAt),
    uri: uriOf(application.accountSid, "Applications", application.sid),
  };
}
