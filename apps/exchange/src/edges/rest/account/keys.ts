import type { FastifyInstance } from "fastify";

import type { ApiKeyRecord } from "../../../directory/create-api-key-repository.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

export function keyRoutes(app: FastifyInstance, { directory }: RestDeps<never, "keys">): void {
  resource(app, "/Keys", {
    GET(request) {
      const query = request.query({});
      return request.page({
        key: "keys",
        prefix: "SK",
        items: directory.keys.list(),
        sidOf: (key) => key.sid,
        present: presentKey,
        query,
      });
    },
    POST(request) {
      const { FriendlyName } = request.form({ FriendlyName: field.text(64).optional() });
      const { secret, ...key } = directory.keys.create(compact({ friendlyName: FriendlyName }));
      return request.created({ ...presentKey(key), secret });
    },
  });
  resource(app, "/Keys/:sid", {
    DELETE(request) {
      if (!directory.keys.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

function presentKey(key: Omit<ApiKeyRecord, "secret">): object {
  return {
    sid: key.sid,
    friendly_name: key.friendlyName,
    date_created: rfc2822(key.createdAt),
    date_updated: rfc2822(key.updatedAt),
  };
}
