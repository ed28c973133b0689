import type { FastifyInstance } from "fastify";

import type { HttpMethod } from "@linedesk/base";
import {
  RECORDING_CHANGE_STATUSES,
  type RecordingApi,
} from "../../../calls/recordings/recording-api.ts";
import {
  RECORDING_CALLBACK_EVENTS,
  type RecordingCallback,
  type RecordingRecord,
} from "../../../calls/recordings/recording.ts";
import { confirmPersisted } from "../requests/await-persisted.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import type { PageQuery } from "../requests/list-page.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { presentRecording } from "./present-recording.ts";
import { sendRecordingMedia } from "./send-recording-media.ts";

const createFields = {
  RecordingStatusCallback: field.url.optional(),
  RecordingStatusCallbackMethod: field.method.optional(),
  RecordingStatusCallbackEvent: field.list(RECORDING_CALLBACK_EVENTS).optional(),
};
const updateFields = {
  Status: field.oneOf(RECORDING_CHANGE_STATUSES),
  PauseBehavior: field.oneOf(["skip", "silence"]).optional(),
};

type RecordingDeps = RestDeps<"recordings" | "calls">;

export function recordingRoutes(app: FastifyInstance, world: RecordingDeps): void {
  const routes = new RecordingRoutes(world);
  const { api } = routes;
  resource(app, "/Recordings", {
    GET(request) {
      const query = request.query({ CallSid: field.text(34).optional() });
      return routes.page(request, query, query.CallSid);
    },
  });
  resource(app, "/Recordings/:file", {
    GET: (request) => routes.read(request),
    DELETE: (request) => routes.remove(request),
  });
  resource(app, "/Calls/:call/Recordings", {
    GET: (request) => routes.page(request, request.query({}), routes.callOf(request)),
    async POST(request) {
      const record = api.recordCall(routes.callOf(request), readCallback(request));
      await confirmPersisted(api.persisted(record.sid));
      return request.created(routes.present(record));
    },
  });
  resource(app, "/Calls/:call/Recordings/:file", {
    GET: (request) => routes.read(request, routes.callOf(request)),
    POST(request) {
      const { sid } = routes.find(request, routes.callOf(request));
      const { Status: status, PauseBehavior: pauseBehavior } = request.form(updateFields);
      return routes.present(api.update(sid, compact({ status, pauseBehavior })));
    },
    DELETE: (request) => routes.remove(request, routes.callOf(request)),
  });
}

class RecordingRoutes {
  readonly api: RecordingApi;
  readonly #control: RecordingDeps["control"];

  constructor({ control }: RecordingDeps) {
    this.#control = control;
    this.api = control.recordings;
  }

  /**
   * Accepts a call without a record if it has recordings, because these can be kept longer than the
   * call's record.
   */
  callOf(request: RestRequest): string {
    const callSid = request.id("call");
    const isKnown = this.#control.calls.find(callSid) !== null || this.api.list(callSid).length > 0;
    return request.orNotFound(isKnown ? callSid : null);
  }

  present(record: RecordingRecord): object {
    return presentRecording(record, this.api.urlOf(record));
  }

  page(request: RestRequest, query: PageQuery, callSid?: string): object {
    return request.page({
      key: "recordings",
      prefix: "RE",
      items: this.api.list(callSid),
      sidOf: ({ sid }) => sid,
      present: (record) => this.present(record),
      query,
    });
  }

  read(request: RestRequest, callSid?: string): unknown {
    const record = this.find(request, callSid);
    return request.isJsonRequested
      ? this.present(record)
      : sendRecordingMedia(request, this.api.sound(record.sid));
  }

  async remove(request: RestRequest, callSid?: string): Promise<undefined> {
    const { sid } = this.find(request, callSid);
    if (!(await this.api.remove(sid))) {
      throw request.notFound();
    }
    return request.deleted();
  }

  /**
   * Finds only a recording that belongs to the path: a call does not show the recordings of another
   * call.
   */
  find(request: RestRequest, callSid?: string): RecordingRecord {
    const record = this.api.find(request.id("file").replace(/\.wav$/, ""));
    const isWithin = callSid === undefined || record?.callSid === callSid;
    return request.orNotFound(isWithin ? record : null);
  }
}

function readCallback(request: RestRequest): RecordingCallback | null {
  const form = request.form(createFields, {
    codes: { RecordingStatusCallback: { invalid: CODES.url } },
  });
  const { RecordingStatusCallback: url, RecordingStatusCallbackEvent: events = [] } = form;
  const method: HttpMethod = form.RecordingStatusCallbackMethod ?? "POST";
  return url === undefined ? null : { url, method, events };
}
