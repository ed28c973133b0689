import type { FastifyInstance } from "fastify";

import type { Notification } from "../../../calls/registry/notification-repository.ts";
import type { WebhookExchange } from "../../../webhooks/webhook-exchange.ts";
import { API_VERSION, buildUri } from "../requests/build-uri.ts";
import { errorBody } from "../requests/error-body.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
export function notificationRoutes(
  app: FastifyInstance,
  { control, accountSid }: RestDeps<"reports" | "calls">,
): void {
  function present(notification: Notification) {
    return presentNotification(notification, accountSid);
  }
  function list(request: RestRequest, callSid?: string) {
    return request.page({
      key: "notifications",
      prefix: "NO",
      items: control.reports.notifications.list(callSid),
      sidOf: (notification) => notification.sid,
      present,
      query: request.query({}),
    });
  }
  resource(app, "/Notifications", { GET: (request) => list(request) });
  resource(app, "/Notifications/:sid", {
    GET: (request) =>
      full(request.orNotFound(control.reports.notifications.find(request.id("sid"))), accountSid),
  });
  resource(app, "/Calls/:call/Notifications", {
    GET: (request) => list(request, request.orNotFound(control.calls.find(request.id("call"))).sid),
  });
  resource(app, "/Calls/:call/Notifications/:sid", {
    GET(request) {
      const notification = request.orNotFound(
        control.reports.notifications.find(request.id("sid")),
      );
      if (notification.callSid !== request.id("call")) {
        throw request.notFound();
      }
      return full(notification, accountSid);
    },
  });
}

function presentNotification(notification: Notification, accountSid: string): object {
  const { sid, callSid, errorCode, exchange } = notification;
  return {
    sid,
    account_sid: accountSid,
    call_sid: callSid,
    api_version: API_VERSION,
    log: notification.level === "error" ? "0" : "1",
    error_code: String(errorCode),
    more_info: errorBody(errorCode, "", 0).more_info,
    message_text: notification.message,
    message_date: rfc2822(notification.at),
    request_method: exchange?.request.method ?? null,
    request_url: exchange?.request.url ?? null,
    date_created: rfc2822(notification.at),
    date_updated: rfc2822(notification.at),
    uri: buildUri(
      accountSid,
      ...(callSid === null ? [] : ["Calls", callSid]),
      "Notifications",
      sid,
    ),
  };
}

/** Only a notification that is requested by its sid contains the request and the answer. */
function full(notification: Notification, accountSid: string): object {
  const { exchange } = notification;
  const type = exchange?.response?.contentType;
  return {
    ...presentNotification(notification, accountSid),
    request_variables: exchange === null ? "" : formatVariables(exchange),
    response_headers: type === undefined ? "" : `Content-Type=${type}`,
    response_body: exchange?.response?.body ?? "",
  };
}

function formatVariables({ request }: WebhookExchange): string {
  const pairs = Object.entries(request.params).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}
