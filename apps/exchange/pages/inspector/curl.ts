import type { WebhookView } from "../../src/dev/inspector/feed-events.ts";

/** The same request for a shell; the signature is left out, as everywhere here. */
export function asCurl({ method, url, params }: WebhookView): string {
  const fields = params.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  const options = method === "GET" ? ["--get", ...fields] : fields;
  return [`curl ${quoted(url)}`, ...options].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
