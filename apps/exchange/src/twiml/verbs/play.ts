import { TWILIO_CODES } from "@linedesk/base";
import { DOCUMENT_PURPOSES, NEXT } from "../../calls/playback/outcome.ts";
import { sendDtmfDigits, playSound, reportSoundFailure } from "../../calls/playback/sounds.ts";
import { parseNumber } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

/** A sound from a url, `loop` times (0: for ever), or DTMF digits. */
export const play = defineVerb({
  name: "Play",
  attributes: ["loop", "digits"],
  urls: [],
  children: [],
  purposes: DOCUMENT_PURPOSES,
  async run(element, scope: VerbScope<"clock" | "logger" | "media" | "webhooks">) {
    await scope.call.answer();
    const loop = parseNumber(element, "loop", { fallback: 1, min: 0, max: 1000 });
    const digits = element.attributes["digits"]?.replace(/[^0-9A-Da-d#*wW]/g, "");
    if (digits) {
      await sendDtmfDigits(digits, scope);
      return NEXT;
    }
    const text = readText(element);
    // An empty address would be the document's own.
    const url = text === "" ? null : resolveUrl(text, scope.document);
    if (!url) {
      reportSoundFailure(
        "the url to play is missing or not a url",
        TWILIO_CODES.PLAY_FAILED,
        scope,
      );
      return NEXT;
    }
    const verdict = scope.services.webhooks.client.policy(url);
    if (verdict.allowed) {
      await playSound({ type: "url", url }, loop, scope);
    } else {
      reportSoundFailure(`the url to play ${verdict.reason}`, TWILIO_CODES.PLAY_FAILED, scope);
    }
    return NEXT;
  },
});
