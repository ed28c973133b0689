import type { FastifyInstance } from "fastify";

import type { CallFilter } from "../../../calls/registry/call-filter.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { whenOnDisk } from "../requests/kept-changes.ts";
import { resource, type RestRequest, type RestWorld } from "../requests/resource.ts";
import { mustBeRange } from "../requests/rest-dates.ts";
import { readCallCreate, readCallUpdate } from "./call-forms.ts";
import { presentCall } from "./call-presenter.ts";

const STATUSES = [
  "queued",
  "ringing",
  "in-progress",
  "completed",
  "busy",
  "failed",
  "no-answer",
  "canceled",
] as const;

const time = field.text(40).optional();

const filterFields = {
  To: field.text(500).optional(),
  From: field.text(500).optional(),
  ParentCallSid: field.text(34).optional(),
  Status: field.oneOf(STATUSES).optional(),
  StartTime: time,
  "StartTime<": time,
  "StartTime>": time,
  EndTime: time,
  "EndTime<": time,
  "EndTime>": time,
};

export function callRoutes(app: FastifyInstance, { core }: RestWorld): void {
  resource(app, "/Calls", {
    GET(request) {
      const query = request.query(filterFields);
      const items = core.calls.list(filterOf(query));
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
      const call = core.calls.create(readCallCreate(request));
      await whenOnDisk(core.calls.written());
      return request.created(presentCall(call));
    },
  });
  resource(app, "/Calls/:sid", {
    GET: (request) => presentCall(request.need(core.calls.find(request.id("sid")))),
    async POST(request) {
      const { sid } = request.need(core.calls.find(request.id("sid")));
      const change = readCallUpdate(request);
      const call = core.calls.update(sid, change);
      if (change.statusCallback) {
        await whenOnDisk(core.calls.written());
      }
      return presentCall(call);
    },
    async DELETE(request) {
      if (!core.calls.remove(request.id("sid"))) {
        throw request.missing();
      }
      await whenOnDisk(core.calls.written());
      return request.deleted();
    },
  });
}

function filterOf(query: ReturnType<typeof readFilter>): CallFilter {
  const started = mustBeRange("StartTime", query);
  const ended = mustBeRange("EndTime", query);
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
