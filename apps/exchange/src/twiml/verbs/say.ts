import { SpeechError, voiceNamed } from "@linedesk/speech";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { NEXT } from "../../calls/playback/outcome.ts";
import { playSound, reportSound } from "../../calls/playback/sounds.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { numberOf } from "../document/attributes.ts";
import { spokenTextOf } from "../document/element.ts";
import { ssmlOf } from "../document/ssml.ts";
import type { Verb } from "../document/verb.ts";

const VOICE_UNKNOWN = 13512;
const DEFAULT_LANGUAGE = "en-AU";

/** A voice speaks its own language unless another is named; one that nobody knows is the default. */
function voiceOf(element: Element, call: LiveCall): { voice: string; language: string } {
  const voice = element.attributes["voice"]?.trim() ?? "";
  const known = voiceNamed(voice);
  if (voice !== "" && known === null) {
    const message = `Say: there is no voice named ${voice.slice(0, 100)}`;
    call.note("error", "Say", { errorCode: VOICE_UNKNOWN, message });
  }
  const language = element.attributes["language"] ?? known?.language ?? DEFAULT_LANGUAGE;
  return { voice: known === null ? "" : voice, language };
}

/** Text as speech. What cannot be spoken is reported, and the next verb runs. */
export const say: Verb = async (element, scope) => {
  await scope.call.answer();
  const loop = numberOf(element, "loop", { fallback: 1, min: 0, max: 1000 });
  const text = spokenTextOf(element);
  if (text === "") {
    return NEXT;
  }
  const { voice, language } = voiceOf(element, scope.call);
  try {
    const source = await scope.services.speech.speak(
      { text, ssml: ssmlOf(element), language, voice },
      scope.signal,
    );
    await playSound(source, loop, scope);
  } catch (error) {
    if (!(error instanceof SpeechError)) {
      throw error;
    }
    reportSound(error.message, 13512, scope);
  }
  return NEXT;
};
