import type { HttpMethod } from "@linedesk/base";

/** What the real service would do with text messages; kept and shown, and never used here. */
export interface MessageSettings {
  smsUrl: string | null;
  smsMethod: HttpMethod;
  smsFallbackUrl: string | null;
  smsFallbackMethod: HttpMethod;
}

export function messageSettings(): MessageSettings {
  return { smsUrl: null, smsMethod: "POST", smsFallbackUrl: null, smsFallbackMethod: "POST" };
}
