import type { FastifyInstance } from "fastify";
import { resource, type RestWorld } from "../requests/resource.ts";

/** What a call names among its subresources and the exchange never makes, with the lists' keys. */
const UNMADE: Readonly<Record<string, string>> = {
  Payments: "payments",
  Siprec: "siprec",
  Streams: "streams",
  Transcriptions: "transcriptions",
};

/** So that whoever follows a call's links finds an empty list; making one is a wrong method. */
export function unmadeRoutes(app: FastifyInstance, { core }: RestWorld): void {
  for (const [name, key] of Object.entries(UNMADE)) {
    resource(app, `/Calls/:call/${name}`, {
      GET(request) {
        request.need(core.calls.find(request.id("call")));
        const query = request.query({});
        const none: never[] = [];
        return request.page({
          key,
          prefix: null,
          items: none,
          sidOf: String,
          present: (item) => item,
          query,
        });
      },
    });
  }
}
