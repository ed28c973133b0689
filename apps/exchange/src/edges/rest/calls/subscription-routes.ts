import type { FastifyInstance } from "fastify";

import { buildUri } from "../requests/build-uri.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { IdempotentAnswers } from "./idempotent-answers.ts";

export function messageSubscriptionRoutes(app: FastifyInstance, world: RestDeps<"calls">): void {
  const { control, accountSid, subscriptions } = world;
  const answers = new IdempotentAnswers();
  const path = "/Calls/:sid/UserDefinedMessageSubscriptions";
  resource(app, path, {
    POST(request) {
      const call = request.orNotFound(control.calls.find(request.id("sid")));
      const form = request.form(
        {
          Callback: field.url,
          Method: field.method.optional(),
          IdempotencyKey: field.text(256).optional(),
        },
        { codes: { Callback: { invalid: CODES.url } } },
      );
      if (call.endedAt !== null) {
        throw request.notFound();
      }
      return request.created(
        answers.once(call.sid, form.IdempotencyKey, () => {
          const { sid } = subscriptions.add(call.sid, form.Callback, form.Method ?? "POST");
          const uri = buildUri(
            accountSid,
            "Calls",
            call.sid,
            "UserDefinedMessageSubscriptions",
            sid,
          );
          const date_created = rfc2822(new Date());
          return { account_sid: accountSid, call_sid: call.sid, sid, date_created, uri };
        }),
      );
    },
  });
  resource(app, `${path}/:subscription`, {
    DELETE(request) {
      if (!subscriptions.remove(request.id("sid"), request.id("subscription"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}
