import type { FastifyInstance } from "fastify";

import type { Endpoint } from "@linedesk/contract";
import { docsPage, DOCS_STYLE } from "./docs-page.ts";
import { openApiDocument, type OpenApiOptions } from "./open-api.ts";

/** Serves the API's description for programs and for people [AP9]. */
export function registerApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: OpenApiOptions,
): void {
  app.get("/api/openapi.json", async () => openApiDocument(endpoints, options));
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(docsPage(endpoints, options)),
  );
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(DOCS_STYLE),
  );
}
