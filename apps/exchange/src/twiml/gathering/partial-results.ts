import { voiceParams } from "../../calls/voice-params.ts";
import { methodOf } from "../attributes.ts";
import type { Element } from "../element.ts";
import { resolveUrl } from "../twiml-document.ts";
import type { VerbScope } from "../verb.ts";

/** Who talks for a minute changes his words five times a second. */
const mostRequests = 300;

export interface PartialResult {
  stable: string;
  unstable: string;
}

/**
 * Tells the application what has been heard so far; it is not waited for, asked in order, and no
 * more once the Gather is over.
 * Null where nobody wants to know.
 */
export function createPartialResults(
  element: Element,
  scope: VerbScope,
  { language, until }: { language: string; until: AbortSignal },
): ((text: string) => void) | null {
  const { call, services, document } = scope;
  const wanted = element.attributes["partialResultCallback"];
  const url = wanted === undefined ? null : resolveUrl(wanted, document);
  if (url === null) return null;
  const method = methodOf(element, "partialResultCallbackMethod");
  let sequence = 0;
  let before = "";
  return (text) => {
    if (sequence >= mostRequests) return;
    const { stable, unstable } = stablePart(before, text);
    before = text;
    services.outbox.send({
      url,
      method,
      orderKey: `${call.sid} partial`,
      until,
      params: {
        ...voiceParams(call),
        SequenceNumber: String(sequence),
        StableSpeechResult: stable,
        UnstableSpeechResult: unstable,
        Stability: unstable === "" ? "0.9" : "0.5",
        Language: language,
      },
      onFailed: ({ twilioCode: errorCode, message }) =>
        call.note("webhook.failed", "partial result", { errorCode, message }),
    });
    sequence += 1;
  };
}

/** What two results in a row have in common from the beginning will hardly change any more. */
export function stablePart(before: string, now: string): PartialResult {
  const [old, words] = [before.split(" "), now.split(" ")];
  let same = 0;
  while (same < words.length && same < old.length && words[same] === old[same]) same += 1;
  return { stable: words.slice(0, same).join(" "), unstable: words.slice(same).join(" ") };
}
