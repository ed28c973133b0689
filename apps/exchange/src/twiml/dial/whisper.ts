import type { LiveCall } from "../../calls/live/live-call.ts";
import type { DocumentPurpose } from "../../calls/playback/outcome.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { parseMethod } from "../document/attributes.ts";
import type { DocumentServices } from "../document/verb-services.ts";

/**
 * The document of a noun's `url`, heard by the dialled side alone before the two are connected.
 * Answers false when that side hung up in it.
 */
export async function whisper(options: {
  noun: Element;
  url: string;
  params: WebhookParams;
  call: LiveCall;
  documents: DocumentServices;
  signal: AbortSignal;
  purpose?: DocumentPurpose;
}): Promise<boolean> {
  const { noun, url, params, call, documents, signal, purpose = "whisper" } = options;
  const request = { url, method: parseMethod(noun), params };
  try {
    const outcome = await documents.interpreter.runChain(request, { call, purpose, signal });
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
