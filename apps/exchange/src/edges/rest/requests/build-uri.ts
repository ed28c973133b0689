export const API_VERSION = "2010-04-01";

/** The path of a resource as bodies carry it, with `.json`. */
export function buildUri(accountSid: string, ...parts: string[]): string {
  return `${buildSubresourceUri(accountSid, ...parts)}.json`;
}

/** The same without `.json`, for what lies below. */
export function buildSubresourceUri(accountSid: string, ...parts: string[]): string {
  return ["", API_VERSION, "Accounts", accountSid, ...parts].join("/");
}
