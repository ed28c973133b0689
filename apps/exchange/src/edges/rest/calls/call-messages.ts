import type { FastifyInstance } from "fastify";

import { newSid, RefusedError } from "@linedesk/base";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { IdempotentAnswers } from "./idempotent-answers.ts";

const MESSAGE_BYTES = 10_240;

export function callMessageRoutes(
  app: FastifyInstance,
  { control, accountSid }: RestDeps<"calls">,
): void {
  const answers = new IdempotentAnswers();
  function send(callSid: string, content: unknown): object {
    const message = {
      content,
      contentType: "application/json",
      messageType: "user-defined-message",
      voiceEventSid: newSid("KX"),
    };
    if (!control.calls.sendMessage(callSid, message)) {
      throw new RefusedError(
        CODES.parameter,
        "The call has no Voice SDK leg that accepts messages",
      );
    }
    const { voiceEventSid: sid } = message;
    const date_created = rfc2822(new Date());
    return { account_sid: accountSid, call_sid: callSid, sid, date_created };
  }
  resource(app, "/Calls/:sid/UserDefinedMessages", {
    POST(request) {
      const call = request.orNotFound(control.calls.find(request.id("sid")));
      const form = request.form({
        Content: field.text(MESSAGE_BYTES),
        IdempotencyKey: field.text(256).optional(),
      });
      const content = readJson(form.Content);
      return request.created(
        answers.once(call.sid, form.IdempotencyKey, () => send(call.sid, content)),
      );
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
