import type { FastifyInstance } from "fastify";

import type { CallerIdValidation } from "../../../control/verification/caller-id-validations.ts";
import type { CallerIdRecord } from "../../../directory/number-repository.ts";
import { buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

const checkFields = {
  PhoneNumber: field.text(40),
  FriendlyName: field.text(64).optional(),
  // An extension: Twilio chooses the number itself and has no such parameter.
  From: field.text(40).optional(),
  StatusCallback: field.url.optional(),
  StatusCallbackMethod: field.method.optional(),
};

const options: FormOptions = {
  codes: {
    PhoneNumber: {
      missing: [CODES.phoneNumber, "PhoneNumber is required"],
      invalid: CODES.phoneNumber,
    },
    StatusCallback: { invalid: CODES.callbackUrl },
  },
};

/**
 * Verifies, lists, reads and deletes caller IDs. A called person verifies the number with a code.
 */
export function callerIdRoutes(
  app: FastifyInstance,
  { directory, accountSid }: RestDeps<never, "callerIds" | "callerIdValidations">,
): void {
  resource(app, "/OutgoingCallerIds", {
    GET(request) {
      return request.page({
        key: "outgoing_caller_ids",
        prefix: "PN",
        items: directory.callerIds.list(),
        sidOf: (callerId) => callerId.sid,
        present: presentCallerId,
        query: request.query({}),
      });
    },
    // The caller ID does not exist yet, so the status is 200 and not 201.
    POST: (request) =>
      presentCheck(directory.callerIdValidations.begin(readCheck(request)), accountSid),
  });
  resource(app, "/OutgoingCallerIds/:sid", {
    GET: (request) =>
      presentCallerId(request.orNotFound(directory.callerIds.find(request.id("sid")))),
    DELETE(request) {
      if (!directory.callerIds.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

function readCheck(request: RestRequest) {
  const form = request.form(checkFields, options);
  const { StatusCallback: url, StatusCallbackMethod: method = "POST" } = form;
  return compact({
    phoneNumber: form.PhoneNumber,
    friendlyName: form.FriendlyName,
    from: form.From,
    statusCallback: url === undefined ? undefined : { url, method },
  });
}

function presentCheck(check: CallerIdValidation, accountSid: string): object {
  return {
    account_sid: accountSid,
    call_sid: check.callSid,
    friendly_name: check.friendlyName,
    phone_number: check.phoneNumber,
    validation_code: check.code,
  };
}

function presentCallerId(callerId: CallerIdRecord): object {
  return {
    sid: callerId.sid,
    account_sid: callerId.accountSid,
    phone_number: callerId.phoneNumber,
    friendly_name: callerId.friendlyName,
    date_created: rfc2822(callerId.createdAt),
    date_updated: rfc2822(callerId.updatedAt),
    uri: buildUri(callerId.accountSid, "OutgoingCallerIds", callerId.sid),
  };
}
