import type { FastifyInstance } from "fastify";
import { newSid } from "../../core/sid.ts";
import { RefusedError } from "../../core/refused-error.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestWorld } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rest-dates.ts";

const MESSAGE_BYTES = 10_240;

/** UserDefinedMessages: from the application to the Voice SDK's `messageReceived` [XS15]. */
export function callMessageRoutes(app: FastifyInstance, { core, accountSid }: RestWorld): void {
  resource(app, "/Calls/:sid/UserDefinedMessages", {
    POST(request) {
      const call = request.need(core.calls.find(request.id("sid")));
      const form = request.form({
        Content: field.text(MESSAGE_BYTES),
        IdempotencyKey: field.text(256).optional(),
      });
      const message = {
        content: readJson(form.Content),
        contentType: "application/json",
        messageType: "user-defined-message",
        voiceEventSid: newSid("KX"),
      };
      if (!core.calls.sendMessage(call.sid, message)) {
        throw new RefusedError(
          CODES.parameter,
          "The call has no Voice SDK leg that takes messages",
        );
      }
      return request.created({
        account_sid: accountSid,
        call_sid: call.sid,
        sid: message.voiceEventSid,
        date_created: rfc2822(new Date()),
      });
    },
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RefusedError(CODES.parameter, "Invalid value for 'Content': it must be JSON");
  }
}
