import type { FastifyInstance } from "fastify";

import { CALL_STATUSES } from "../../../calls/live/call.ts";
import type { CallFilter } from "../../../calls/registry/call-filter.ts";
import { confirmPersisted } from "../requests/await-persisted.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { parseTimeRange } from "../requests/time-range.ts";
import { readNewCallForm, readCallUpdateForm } from "./call-forms.ts";
import { presentCall } from "./present-call.ts";

const time = field.text(40).optional();

const filterFields = {
  To: field.text(500).optional(),
  From: field.text(500).optional(),
  ParentCallSid: field.text(34).optional(),
  Status: field.oneOf(CALL_STATUSES).optional(),
  StartTime: time,
  "StartTime<": time,
  "StartTime>": time,
  EndTime: time,
  "EndTime<": time,
  "EndTime>": time,
};

export function callRoutes(app: FastifyInstance, { control }: RestDeps<"calls">): void {
  resource(app, "/Calls", {
    GET(request) {
      const query = request.query(filterFields);
      const items = control.calls.list(toCallFilter(query));
      return request.page({
        key: "calls",
        prefix: "CA",
        items,
        sidOf: (call) => call.sid,
        present: presentCall,
        query,
      });
    },
    async POST(request) {
      const call = control.calls.create(readNewCallForm(request));
      await confirmPersisted(control.calls.persisted());
      return request.created(presentCall(call));
    },
  });
  resource(app, "/Calls/:sid", {
    GET: (request) => presentCall(request.orNotFound(control.calls.find(request.id("sid")))),
    async POST(request) {
      const { sid } = request.orNotFound(control.calls.find(request.id("sid")));
      const change = readCallUpdateForm(request);
      const call = control.calls.update(sid, change);
      if (change.statusCallback) {
        await confirmPersisted(control.calls.persisted());
      }
      return presentCall(call);
    },
    async DELETE(request) {
      if (!control.calls.remove(request.id("sid"))) {
        throw request.notFound();
      }
      await confirmPersisted(control.calls.persisted());
      return request.deleted();
    },
  });
}

function toCallFilter(query: ReturnType<typeof readFilter>): CallFilter {
  const started = parseTimeRange("StartTime", query);
  const ended = parseTimeRange("EndTime", query);
  return compact({
    to: query.To,
    from: query.From,
    parentCallSid: query.ParentCallSid,
    status: query.Status,
    startedAfter: started.after,
    startedBefore: started.before,
    endedAfter: ended.after,
    endedBefore: ended.before,
  });
}

function readFilter(request: RestRequest) {
  return request.query(filterFields);
}
