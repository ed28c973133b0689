import { TWILIO_CODES } from "@linedesk/base";
import { SpeechError } from "@linedesk/speech";
import { DOCUMENT_PURPOSES, NEXT } from "../../calls/playback/outcome.ts";
import { playSound, reportSoundFailure } from "../../calls/playback/sounds.ts";
import { parseNumber } from "../document/attributes.ts";
import { readSpokenText } from "../document/element.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

const DEFAULT_LANGUAGE = "en-AU";

export const say = defineVerb({
  name: "Say",
  attributes: ["language", "loop"],
  urls: [],
  children: [],
  purposes: DOCUMENT_PURPOSES,
  async run(element, scope: VerbScope<"clock" | "logger" | "media" | "audio">) {
    await scope.call.answer();
    const loop = parseNumber(element, "loop", { fallback: 1, min: 0, max: 1000 });
    const text = readSpokenText(element);
    if (text === "") {
      return NEXT;
    }
    const language = element.attributes["language"] ?? DEFAULT_LANGUAGE;
    try {
      const source = await scope.services.audio.speech.speak({ text, language }, scope.signal);
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
