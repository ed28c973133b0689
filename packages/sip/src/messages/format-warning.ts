/**
 * Returns a Warning header (RFC 3261 section 20.43). 399 is a warning without a code of its own.
 */
export function formatWarning(message: string, code = 399): [name: string, value: string] {
  return ["Warning", `${code} linedesk "${message.replaceAll(/["\\]/g, "'")}"`];
}
