import type { FastifyInstance } from "fastify";

import { CALL_STATUSES } from "../../../calls/live/call.ts";
import { confirmPersisted } from "../requests/await-persisted.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { readNewCallForm, readCallUpdateForm } from "./call-forms.ts";
import { presentCall } from "./present-call.ts";

const filterFields = {
  To: field.text(500).optional(),
  From: field.text(500).optional(),
  ParentCallSid: field.text(34).optional(),
  Status: field.oneOf(CALL_STATUSES).optional(),
  "StartTime<": field.time.optional(),
};

export function callRoutes(app: FastifyInstance, { control }: RestDeps<"calls">): void {
  resource(app, "/Calls", {
    GET(request) {
      const query = request.query(filterFields);
      const filter = compact({
        to: query.To,
        from: query.From,
        parentCallSid: query.ParentCallSid,
        status: query.Status,
        startedBefore: query["StartTime<"],
      });
      return request.page({
        key: "calls",
        prefix: "CA",
        items: control.calls.list(filter),
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
    POST(request) {
      const { sid } = request.orNotFound(control.calls.find(request.id("sid")));
      return presentCall(control.calls.update(sid, readCallUpdateForm(request)));
    },
    async DELETE(request) {
      const isRemoved = control.calls.remove(request.id("sid"));
      await confirmPersisted(control.calls.persisted());
      if (!isRemoved) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}
