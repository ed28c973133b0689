import type { HttpMethod } from "@linedesk/base";
import type { MessageSettings } from "../../../directory/message-settings.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";

/** Form fields for text messages that numbers and applications have in common. */
export const messageFields = {
  SmsUrl: field.urlOrNone.optional(),
  SmsMethod: field.method.optional(),
  SmsFallbackUrl: field.urlOrNone.optional(),
  SmsFallbackMethod: field.method.optional(),
};

export const messageCodes = {
  SmsUrl: { invalid: CODES.numberUrl },
  SmsMethod: { invalid: CODES.numberMethod },
  SmsFallbackUrl: { invalid: CODES.numberUrl },
  SmsFallbackMethod: { invalid: CODES.numberMethod },
};

interface MessageForm {
  SmsUrl?: string | null | undefined;
  SmsMethod?: HttpMethod | undefined;
  SmsFallbackUrl?: string | null | undefined;
  SmsFallbackMethod?: HttpMethod | undefined;
}

export function parseMessageSettings(form: MessageForm): Partial<MessageSettings> {
  return compact({
    smsUrl: form.SmsUrl,
    smsMethod: form.SmsMethod,
    smsFallbackUrl: form.SmsFallbackUrl,
    smsFallbackMethod: form.SmsFallbackMethod,
  });
}

export function presentMessages(settings: MessageSettings): object {
  return {
    sms_url: settings.smsUrl,
    sms_method: settings.smsMethod,
    sms_fallback_url: settings.smsFallbackUrl,
    sms_fallback_method: settings.smsFallbackMethod,
  };
}
