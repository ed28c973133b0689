import type { FastifyInstance } from "fastify";

import type { QueueMemberRecord, QueueRecord } from "../../../calls/queues/queue-api.ts";
import { buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

const createFields = {
  FriendlyName: field.text(64),
  MaxSize: field.integer(1, 5000).optional(),
};
const dequeueFields = { Url: field.url, Method: field.method.optional() };

export function queueRoutes(app: FastifyInstance, { control }: RestDeps<"queues">): void {
  resource(app, "/Queues", {
    GET(request) {
      const query = request.query({});
      return request.page({
        key: "queues",
        prefix: "QU",
        items: control.queues.list(),
        sidOf: (queue) => queue.sid,
        present: presentQueue,
        query,
      });
    },
    POST(request) {
      const form = request.form(createFields);
      const fields = compact({ friendlyName: form.FriendlyName, maxSize: form.MaxSize });
      return request.created(presentQueue(control.queues.create(fields)));
    },
  });
  resource(app, "/Queues/:sid", {
    GET: (request) => presentQueue(request.orNotFound(control.queues.find(request.id("sid")))),
    DELETE(request) {
      if (!control.queues.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

export function memberRoutes(
  app: FastifyInstance,
  { control, accountSid }: RestDeps<"queues">,
): void {
  function present(member: QueueMemberRecord) {
    return presentMember(member, accountSid);
  }
  resource(app, "/Queues/:sid/Members", {
    GET(request) {
      const { sid } = request.orNotFound(control.queues.find(request.id("sid")));
      const query = request.query({});
      return request.page({
        // Twilio names this list differently; every other list has the name of its resource.
        key: "queue_members",
        prefix: "CA",
        items: control.queues.members(sid),
        sidOf: (member) => member.callSid,
        present,
        query,
      });
    },
  });
  resource(app, "/Queues/:sid/Members/:member", {
    GET(request) {
      const { sid } = request.orNotFound(control.queues.find(request.id("sid")));
      return present(request.orNotFound(control.queues.member(sid, request.id("member"))));
    },
    POST(request) {
      const { sid } = request.orNotFound(control.queues.find(request.id("sid")));
      request.orNotFound(control.queues.member(sid, request.id("member")));
      const form = request.form(dequeueFields, {
        codes: {
          Url: { missing: [CODES.url, "Url parameter is required."], invalid: CODES.url },
        },
      });
      const to = { url: form.Url, method: form.Method ?? "POST" } as const;
      return present(control.queues.dequeue(sid, request.id("member"), to));
    },
  });
}

function presentQueue(queue: QueueRecord): object {
  return {
    sid: queue.sid,
    account_sid: queue.accountSid,
    friendly_name: queue.friendlyName,
    current_size: queue.currentSize,
    max_size: queue.maxSize,
    average_wait_time: queue.averageWaitS,
    date_created: rfc2822(queue.createdAt),
    date_updated: rfc2822(queue.updatedAt),
    uri: buildUri(queue.accountSid, "Queues", queue.sid),
    subresource_uris: {
      members: `${buildSubresourceUri(queue.accountSid, "Queues", queue.sid)}/Members.json`,
    },
  };
}

function presentMember(member: QueueMemberRecord, accountSid: string): object {
  return {
    call_sid: member.callSid,
    queue_sid: member.queueSid,
    date_enqueued: rfc2822(member.enqueuedAt),
    position: member.position,
    wait_time: member.waitS,
    uri: buildUri(accountSid, "Queues", member.queueSid, "Members", member.callSid),
  };
}
