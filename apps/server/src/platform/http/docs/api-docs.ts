import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { escapeHtml } from "@linedesk/base";
import { type Endpoint, errorStatus } from "@linedesk/contract";
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
  // Each file already has its compressed forms.
  const plain = { compress: false } as const;
  app.get("/api/openapi.json", plain, async (request, reply) => description.send(request, reply));
  app.get("/api/docs", plain, async (request, reply) => page.send(request, reply));
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(DOCS_STYLE),
  );
}

function schemaBlock(title: string, schema: Endpoint["body"], io: "input" | "output"): string {
  if (schema === undefined) {
    return "";
  }
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  void $schema;
  const text = JSON.stringify(rest, null, 2);
  return `<details><summary>${title}</summary><pre>${escapeHtml(text)}</pre></details>`;
}

function accessWords({ access }: Endpoint): string {
  if (access.type === "public") {
    return "anybody";
  }
  if (access.type === "session") {
    return access.orKey === true ? "anybody signed in, or a key" : "anybody signed in";
  }
  if (access.type === "key") {
    return "an audio server with its key";
  }
  const station = access.type === "thing" ? "its station" : "the station";
  return `members of ${station} whose role has <em>${access.permission}</em>`;
}

function section(endpoint: Endpoint): string {
  return `
<section id="${endpoint.id}">
  <h2><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> /api${escapeHtml(endpoint.path)}</h2>
  <p>${escapeHtml(endpoint.summary)}. For ${accessWords(endpoint)}.</p>
  ${schemaBlock("Path", endpoint.params, "input")}
  ${schemaBlock("Query", endpoint.query, "input")}
  ${schemaBlock("Body", endpoint.body, "input")}
  ${schemaBlock("Answer", endpoint.answer, "output")}
  ${endpoint.errors.length === 0 ? "" : `<p>Errors: ${endpoint.errors.join(", ")}</p>`}
</section>`;
}

const errorRows = Object.entries(errorStatus)
  .map(([code, status]) => `<tr><td>${status}</td><td>${code}</td></tr>`)
  .join("");

function docsPage(
  endpoints: readonly Endpoint[],
  options: Pick<OpenApiOptions, "csrfHeader">,
): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Linedesk API</title>
  <link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
  <h1>Linedesk API</h1>
  <p>JSON over HTTP. The same as OpenAPI 3.1: <a href="/api/openapi.json">openapi.json</a>.
  A change needs the session's cookie and its CSRF token in the header <code>${options.csrfHeader}</code>.</p>
  ${endpoints.map(section).join("")}
  <section><h2>Errors</h2>
  <p>Every error is <code>{"error": {"code", "message", "fields"?, "requestId"}}</code>.</p>
  <table>${errorRows}</table></section>
</main>
</body>
</html>
`;
}

const DOCS_STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
h2 { font-size: 1rem; margin: 0.5rem 0 0; }
h2 b { display: inline-block; min-width: 4rem; font-weight: 650; }
p { margin: 0.25rem 0 0.5rem; }
a { color: inherit; }
summary { padding: 2px 0; cursor: pointer; }
pre { overflow: auto; padding: 0.75rem; border-radius: 6px;
  background: color-mix(in srgb, currentColor 6%, transparent); }
td { padding: 0.1rem 1rem 0.1rem 0; font-variant-numeric: tabular-nums; }
`;
