import type { FastifyInstance } from "fastify";

import type {
  ApplicationRecord,
  ApplicationSettings,
} from "../../../directory/application-repository.ts";
import { API_VERSION, buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { parseVoiceSettings, presentVoice, voiceCodes, voiceFields } from "./voice-fields.ts";

export function applicationRoutes(
  app: FastifyInstance,
  { directory }: RestDeps<never, "applications">,
): void {
  resource(app, "/Applications", {
    GET(request) {
      const query = request.query({ FriendlyName: field.text(64).optional() });
      return request.page({
        key: "applications",
        prefix: "AP",
        items: directory.applications.list(compact({ friendlyName: query.FriendlyName })),
        sidOf: (application) => application.sid,
        present: presentApplication,
        query,
      });
    },
    POST(request) {
      const settings = parseApplicationSettings(request, null);
      return request.created(presentApplication(directory.applications.create(settings)));
    },
  });
  resource(app, "/Applications/:sid", {
    GET: (request) =>
      presentApplication(request.orNotFound(directory.applications.find(request.id("sid")))),
    POST(request) {
      const known = request.orNotFound(directory.applications.find(request.id("sid")));
      const settings = parseApplicationSettings(request, known);
      return presentApplication(directory.applications.update(known.sid, settings));
    },
    DELETE(request) {
      if (!directory.applications.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

function parseApplicationSettings(
  request: RestRequest,
  known: ApplicationRecord | null,
): Partial<ApplicationSettings> {
  return parseVoiceSettings(request.form(voiceFields, { codes: voiceCodes }), known);
}

function presentApplication(application: ApplicationRecord): object {
  return {
    sid: application.sid,
    account_sid: application.accountSid,
    ...presentVoice(application),
    sms_status_callback: null,
    message_status_callback: null,
    public_application_connect_enabled: false,
    api_version: API_VERSION,
    date_created: rfc2822(application.createdAt),
    date_updated: rfc2822(application.updatedAt),
    uri: buildUri(application.accountSid, "Applications", application.sid),
  };
}
