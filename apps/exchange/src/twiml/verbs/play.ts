import { TWILIO_CODES } from "@linedesk/base";
import { DOCUMENT_PURPOSES, NEXT } from "../../calls/playback/outcome.ts";
import { playProgramme } from "../../calls/playback/play-programme.ts";
import { sendDtmfDigits, playSound, reportSoundFailure } from "../../calls/playback/sounds.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

/**
 * Plays a URL `loop` times (0 means without end), or DTMF digits. `musicUrl` is an extension: it
 * plays while an endless stream is silent.
 */
export const play = defineVerb({
  name: "Play",
  attributes: ["loop", "digits", "musicUrl"],
  urls: ["musicUrl"],
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
    // An empty URL would mean the URL of the document itself.
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
      const musicUrl = readMusicUrl(element, scope);
      await (musicUrl === null || loop > 0
        ? playSound({ type: "url", url }, loop, scope)
        : playProgramme({ type: "url", url, musicUrl }, scope));
    } else {
      reportSoundFailure(`the url to play ${verdict.reason}`, TWILIO_CODES.PLAY_FAILED, scope);
    }
    return NEXT;
  },
});

/** Returns `null` without a valid URL, or if its host is not allowed. */
function readMusicUrl({ attributes }: Element, scope: VerbScope<"webhooks">): string | null {
  const { document, services } = scope;
  const url = attributes["musicUrl"] ? resolveUrl(attributes["musicUrl"], document) : null;
  return url !== null && services.webhooks.client.policy(url).allowed ? url : null;
}
