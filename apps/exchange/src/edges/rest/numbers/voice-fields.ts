import { type HttpMethod, RefusedError } from "@linedesk/base";
import type { VoiceSettings } from "../../../directory/number-repository.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";

export const voiceFields = {
  FriendlyName: field.text(64).optional(),
  VoiceUrl: field.urlOrNone.optional(),
  VoiceMethod: field.method.optional(),
  VoiceFallbackUrl: field.urlOrNone.optional(),
  VoiceFallbackMethod: field.method.optional(),
  StatusCallback: field.urlOrNone.optional(),
  StatusCallbackMethod: field.method.optional(),
};

export const voiceCodes = {
  VoiceUrl: { invalid: CODES.numberUrl },
  VoiceMethod: { invalid: CODES.numberMethod },
  VoiceFallbackUrl: { invalid: CODES.numberUrl },
  VoiceFallbackMethod: { invalid: CODES.numberMethod },
  StatusCallback: { invalid: CODES.statusCallback },
  StatusCallbackMethod: { invalid: CODES.numberMethod },
};

interface VoiceForm {
  FriendlyName?: string | undefined;
  VoiceUrl?: string | null | undefined;
  VoiceMethod?: HttpMethod | undefined;
  VoiceFallbackUrl?: string | null | undefined;
  VoiceFallbackMethod?: HttpMethod | undefined;
  StatusCallback?: string | null | undefined;
  StatusCallbackMethod?: HttpMethod | undefined;
}

/** Throws RefusedError 21405 for a fallback when neither form nor record has a URL. */
export function parseVoiceSettings(
  form: VoiceForm,
  known: Pick<VoiceSettings, "voiceUrl"> | null,
): Partial<VoiceSettings> {
  const { VoiceUrl: url = known?.voiceUrl ?? null, VoiceFallbackUrl: fallbackUrl } = form;
  if (fallbackUrl && url === null) {
    const message = "Cannot set VoiceFallbackUrl without setting VoiceUrl";
    throw new RefusedError(CODES.fallbackAlone, message);
  }
  return compact({
    friendlyName: form.FriendlyName,
    voiceUrl: form.VoiceUrl,
    voiceMethod: form.VoiceMethod,
    voiceFallbackUrl: form.VoiceFallbackUrl,
    voiceFallbackMethod: form.VoiceFallbackMethod,
    statusCallback: form.StatusCallback,
    statusCallbackMethod: form.StatusCallbackMethod,
  });
}

export function presentVoice(settings: VoiceSettings): object {
  return {
    friendly_name: settings.friendlyName,
    voice_url: settings.voiceUrl,
    voice_method: settings.voiceMethod,
    voice_fallback_url: settings.voiceFallbackUrl,
    voice_fallback_method: settings.voiceFallbackMethod,
    voice_caller_id_lookup: false,
    status_callback: settings.statusCallback,
    status_callback_method: settings.statusCallbackMethod,
    sms_url: null,
    sms_method: "POST",
    sms_fallback_url: null,
    sms_fallback_method: "POST",
  };
}
