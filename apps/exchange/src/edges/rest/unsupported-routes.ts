import type { FastifyInstance } from "fastify";

import { resource, type RestRequest, type RestDeps } from "./requests/resource.ts";

/** What calls and recordings name among their subresources and the exchange never makes. */
const CALL_SUBRESOURCES: Readonly<Record<string, string>> = {
  Payments: "payments",
  Siprec: "siprec",
  Streams: "streams",
  Transcriptions: "transcriptions",
};
const RECORDING_SUBRESOURCES: Readonly<Record<string, string>> = {
  AddOnResults: "add_on_results",
  Transcriptions: "transcriptions",
};

/** So that whoever follows a link finds an empty list; making one is a wrong method. */
export function unsupportedRoutes(
  app: FastifyInstance,
  { control }: RestDeps<"calls" | "recordings">,
): void {
  for (const [name, key] of Object.entries(CALL_SUBRESOURCES)) {
    resource(app, `/Calls/:sid/${name}`, {
      GET(request) {
        request.orNotFound(control.calls.find(request.id("sid")));
        return emptyList(request, key);
      },
    });
  }
  for (const [name, key] of Object.entries(RECORDING_SUBRESOURCES)) {
    resource(app, `/Recordings/:sid/${name}`, {
      GET(request) {
        request.orNotFound(control.recordings.find(request.id("sid")));
        return emptyList(request, key);
      },
    });
  }
}

function emptyList(request: RestRequest, key: string): object {
  const query = request.query({});
  const items: never[] = [];
  return request.page({ key, prefix: null, items, sidOf: String, present: (item) => item, query });
}
