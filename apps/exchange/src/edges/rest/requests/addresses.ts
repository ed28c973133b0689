export const API_VERSION = "2010-04-01";

/** The path of a resource as bodies carry it, with `.json`. */
export function uriOf(accountSid: string, ...parts: string[]): string {
  return `${folderOf(accountSid, ...parts)}.json`;
}

/** The same without `.json`, for what lies below. */
export function folderOf(accountSid: string, ...parts: string[]): string {
  return ["", API_VERSION, "Accounts", accountSid, ...parts].join("/");
}
