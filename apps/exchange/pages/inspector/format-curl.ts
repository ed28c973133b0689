import type { WebhookView } from "../../src/dev/inspector/feed-events.ts";

/** The same request for a shell; the signature is left out, as everywhere here. */
export function formatCurl({ method, url, params }: WebhookView): string {
  const fields = params.map(
    ([name, value]) => `--data-urlencode ${quoteShellArgument(`${name}=${value}`)}`,
  );
  const options = method === "GET" ? ["--get", ...fields] : fields;
  return [`curl ${quoteShellArgument(url)}`, ...options].join(" \\\n  ");
}

function quoteShellArgument(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
