import { TWILIO_CODES } from "@linedesk/base";
import { SpeechError, findVoice } from "@linedesk/speech";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { DOCUMENT_PURPOSES, NEXT } from "../../calls/playback/outcome.ts";
import { playSound, reportSoundFailure } from "../../calls/playback/sounds.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import { readSpokenText } from "../document/element.ts";
import { buildSsml } from "../document/ssml.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

const VOICE_UNKNOWN = TWILIO_CODES.SAY_INVALID_VOICE;
const DEFAULT_LANGUAGE = "en-AU";

/** A voice speaks its own language unless another is named; an unknown one is the default. */
function selectVoice(element: Element, call: LiveCall): { voice: string; language: string } {
  const voice = element.attributes["voice"]?.trim() ?? "";
  const known = findVoice(voice);
  if (voice !== "" && known === null) {
    const message = `Say: there is no voice named ${voice.slice(0, 100)}`;
    call.addLogEntry("error", "Say", { errorCode: VOICE_UNKNOWN, message });
  }
  const language = element.attributes["language"] ?? known?.language ?? DEFAULT_LANGUAGE;
  return { voice: known === null ? "" : voice, language };
}

/** Text as speech. What cannot be spoken is reported, and the next verb runs. */
export const say = defineVerb({
  name: "Say",
  attributes: ["voice", "language", "loop"],
  urls: [],
  children: [],
  checksChildren: true,
  purposes: DOCUMENT_PURPOSES,
  async run(element, scope: VerbScope<"clock" | "logger" | "media" | "audio">) {
    await scope.call.answer();
    const loop = parseNumber(element, "loop", { fallback: 1, min: 0, max: 1000 });
    const text = readSpokenText(element);
    if (text === "") {
      return NEXT;
    }
    const { voice, language } = selectVoice(element, scope.call);
    try {
      const source = await scope.services.audio.speech.speak(
        { text, ssml: buildSsml(element), language, voice },
        scope.signal,
      );
      await playSound(source, loop, scope);
    } catch (error) {
      if (!(error instanceof SpeechError)) {
        throw error;
      }
      const code = error.isLanguageUnknown
        ? TWILIO_CODES.SAY_INVALID_LANGUAGE
        : TWILIO_CODES.SAY_FAILED;
      reportSoundFailure(error.message, code, scope);
    }
    return NEXT;
  },
});
