import type { VoiceSettings } from "./number-repository.ts";

export function voiceSettings(friendlyName: string): VoiceSettings {
  return {
    friendlyName,
    voiceUrl: null,
    voiceMethod: "POST",
    voiceFallbackUrl: null,
    voiceFallbackMethod: "POST",
    statusCallback: null,
    statusCallbackMethod: "POST",
  };
}
