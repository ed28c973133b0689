import type { FastifyInstance } from "fastify";

import { RefusedError } from "@linedesk/base";
import { isE164 } from "../../../directory/e164.ts";
import { describeNumber } from "../../../directory/number-format.ts";
import type { NumberRecord } from "../../../directory/number-repository.ts";
import { API_VERSION, buildUri } from "../requests/build-uri.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { numberFields, numberOptions, readNumberChange } from "./number-forms.ts";
import { presentVoice } from "./voice-fields.ts";

export function numberRoutes(
  app: FastifyInstance,
  world: RestDeps<never, "numbers" | "applications">,
): void {
  const { numbers } = world.directory;
  resource(app, "/IncomingPhoneNumbers", {
    GET(request) {
      const query = request.query({ PhoneNumber: field.text(40).optional() });
      return request.page({
        key: "incoming_phone_numbers",
        prefix: "PN",
        items: numbers.list(query.PhoneNumber),
        sidOf: (number) => number.sid,
        present: presentNumber,
        query,
      });
    },
    POST(request) {
      const fields = { ...numberFields, PhoneNumber: field.text(40) };
      const { PhoneNumber: phoneNumber, ...form } = request.form(fields, numberOptions);
      // Nobody can dial a number that is in no numbering plan.
      if (isE164(phoneNumber) && describeNumber(phoneNumber) === null) {
        throw new RefusedError(CODES.phoneNumber, "PhoneNumber belongs to no known numbering plan");
      }
      const made = numbers.create({ phoneNumber, ...readNumberChange(form, world) });
      return request.created(presentNumber(made));
    },
  });
  resource(app, "/IncomingPhoneNumbers/:sid", {
    GET: (request) => presentNumber(request.orNotFound(numbers.find(request.id("sid")))),
    POST(request) {
      const known = request.orNotFound(numbers.find(request.id("sid")));
      const change = readNumberChange(request.form(numberFields, numberOptions), world, known);
      return presentNumber(numbers.update(known.sid, change));
    },
    DELETE(request) {
      if (!numbers.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

function presentNumber(number: NumberRecord): object {
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    phone_number: number.phoneNumber,
    ...presentVoice(number),
    sms_application_sid: null,
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
    // A number outside every numbering plan counts as local.
    type: describeNumber(number.phoneNumber)?.kind ?? "local",
    capabilities: { voice: true, sms: false, mms: false, fax: false },
    api_version: API_VERSION,
    date_created: rfc2822(number.createdAt),
    date_updated: rfc2822(number.updatedAt),
    uri: buildUri(number.accountSid, "IncomingPhoneNumbers", number.sid),
  };
}
