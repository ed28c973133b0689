export const API_VERSION = "2010-04-01";

export function buildUri(accountSid: string, ...parts: string[]): string {
  return `${buildSubresourceUri(accountSid, ...parts)}.json`;
}

export function buildSubresourceUri(accountSid: string, ...parts: string[]): string {
  return ["", API_VERSION, "Accounts", accountSid, ...parts].join("/");
}
