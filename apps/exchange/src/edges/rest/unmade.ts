import type { FastifyInstance } from "fastify";

import { resource, type RestRequest, type RestWorld } from "./requests/resource.ts";

/** What calls and recordings name among their subresources and the exchange never makes. */
const OF_CALLS: Readonly<Record<string, string>> = {
  Payments: "payments",
  Siprec: "siprec",
  Streams: "streams",
  Transcriptions: "transcriptions",
};
const OF_RECORDINGS: Readonly<Record<string, string>> = {
  AddOnResults: "add_on_results",
  Transcriptions: "transcriptions",
};

/** So that whoever follows a link finds an empty list; making one is a wrong method [XR117]. */
export function unmadeRoutes(app: FastifyInstance, { core }: RestWorld): void {
  for (const [name, key] of Object.entries(OF_CALLS)) {
    resource(app, `/Calls/:sid/${name}`, {
      GET(request) {
        request.need(core.calls.find(request.id("sid")));
        return emptyList(request, key);
      },
    });
  }
  for (const [name, key] of Object.entries(OF_RECORDINGS)) {
    resource(app, `/Recordings/:sid/${name}`, {
      GET(request) {
        request.need(core.recordings.find(request.id("sid")));
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
