import type { FastifyInstance } from "fastify";

import type { Endpoint } from "@linedesk/contract";
import { docsPage, DOCS_STYLE } from "./docs-page.ts";
import { openApiDocument, type OpenApiOptions } from "./open-api.ts";
import { StoredText } from "./stored-text.ts";

export function registerApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: OpenApiOptions,
): void {
  const description = new StoredText(
    () => JSON.stringify(openApiDocument(endpoints, options)),
    "application/json; charset=utf-8",
  );
  const page = new StoredText(() => docsPage(endpoints, options), "text/html; charset=utf-8");
  // Each has its compressed forms already.
  const plain = { compress: false } as const;
  app.get("/api/openapi.json", plain, async (request, reply) => description.send(request, reply));
  app.get("/api/docs", plain, async (request, reply) => page.send(request, reply));
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(DOCS_STYLE),
  );
}
