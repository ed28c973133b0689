import { SpeechError } from "../../speech/speech.ts";
import { numberOf } from "../attributes.ts";
import { textOf } from "../element.ts";
import { ssmlOf } from "../ssml.ts";
import { playSound, reportSound } from "../sounds.ts";
import { NEXT } from "../outcome.ts";
import type { Verb } from "../verb.ts";

/** Text as speech. What cannot be spoken is reported, and the next verb runs. */
export const say: Verb = async (element, scope) => {
  await scope.call.answer();
  const loop = numberOf(element, "loop", { fallback: 1, min: 0, max: 1000 });
  const text = textOf(element);
  if (text === "") return NEXT;
  const { language = "en-AU", voice = "" } = element.attributes;
  try {
    const source = await scope.services.speech.speak(
      { text, ssml: ssmlOf(element), language, voice },
      scope.signal,
    );
    await playSound(source, loop, scope);
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    reportSound(error.message, 13512, scope);
  }
  return NEXT;
};
