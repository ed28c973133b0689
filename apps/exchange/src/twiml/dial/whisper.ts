import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import { parseMethod } from "../document/attributes.ts";
import type { DocumentServices } from "../document/verb-services.ts";

/**
 * The document of a noun's `url`, heard by the dialled side alone before the two are connected.
 * Answers false when that side hung up in it.
 */
export async function whisper(options: {
  noun: Element;
  url: string;
  call: LiveCall;
  documents: DocumentServices;
  signal: AbortSignal;
}): Promise<boolean> {
  const { noun, url, call, documents, signal } = options;
  const request = { url, method: parseMethod(noun), params: {} };
  try {
    const outcome = await documents.interpreter.runChain(request, {
      call,
      purpose: "whisper",
      signal,
    });
    if (outcome.type === "end") {
      call.hangUp();
    }
  } catch (error) {
    // Without its whisper the two are connected all the same.
    if (!(error instanceof WebhookError)) {
      throw error;
    }
  }
  return !call.isOver;
}
