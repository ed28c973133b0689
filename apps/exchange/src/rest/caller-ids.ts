import type { FastifyInstance } from "fastify";
import type { CallerIdRecord } from "../numbers/number-book.ts";
import { uriOf } from "./addresses.ts";
import { compact } from "./compact.ts";
import { field } from "./form.ts";
import { resource, type RestWorld } from "./resource.ts";
import { rfc2822 } from "./rest-dates.ts";

/** Reading, renaming and deleting; numbers are added by whoever runs the exchange. */
export function callerIdRoutes(app: FastifyInstance, { core }: RestWorld): void {
  resource(app, "/OutgoingCallerIds", {
    GET(request) {
      const query = request.query({
        PhoneNumber: field.text(40).optional(),
        FriendlyName: field.text(64).optional(),
      });
      const filter = compact({ phoneNumber: query.PhoneNumber, friendlyName: query.FriendlyName });
      return request.page({
        key: "outgoing_caller_ids",
        items: core.callerIds.list(filter),
        sidOf: (callerId) => callerId.sid,
        present: presentCallerId,
        query,
      });
    },
  });
  resource(app, "/OutgoingCallerIds/:sid", {
    GET: (request) => presentCallerId(request.need(core.callerIds.find(request.id("sid")))),
    POST(request) {
      const callerId = request.need(core.callerIds.find(request.id("sid")));
      const { FriendlyName } = request.form({ FriendlyName: field.text(64).optional() });
      if (FriendlyName === undefined) return presentCallerId(callerId);
      return presentCallerId(core.callerIds.rename(callerId.sid, FriendlyName));
    },
    DELETE(request) {
      if (!core.callerIds.remove(request.id("sid"))) throw request.missing();
      return request.deleted();
    },
  });
}

function presentCallerId(callerId: CallerIdRecord): object {
  return {
    sid: callerId.sid,
    account_sid: callerId.accountSid,
    phone_number: callerId.phoneNumber,
    friendly_name: callerId.friendlyName,
    date_created: rfc2822(callerId.createdAt),
    date_updated: rfc2822(callerId.updatedAt),
    uri: uriOf(callerId.accountSid, "OutgoingCallerIds", callerId.sid),
  };
}
