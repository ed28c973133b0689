import { TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { voiceParams } from "../../calls/live/voice-params.ts";
import { type TwimlDocument, createPlayDocument } from "../../calls/playback/twiml-document.ts";
import { withoutCredentials } from "../../webhooks/composed-request.ts";
import { isAudio } from "../../webhooks/http-sender.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import { childElements } from "./element.ts";
import { parseTwiml, TwimlError } from "./parse-twiml.ts";

const TEXT_TYPES = new Set(
  "text/xml application/xml text/html application/xhtml+xml text/plain".split(" "),
);

/** Creates a document from TwiML. Throws TwimlError. */
export function createDocument(twiml: string, url: string | null = null): TwimlDocument {
  const response = parseTwiml(twiml);
  const hasStrayText = response.children.some(
    (each) => typeof each === "string" && /\S/.test(each),
  );
  return { url, verbs: childElements(response), hasStrayText };
}

/**
 * Requests the document. An audio response becomes a document that plays it, and plain text a
 * document that speaks it. Throws WebhookError or the signal's reason.
 */
export async function fetchDocument(
  request: WebhookRequest,
  { call, client, signal }: { call: LiveCall; client: WebhookClient; signal: AbortSignal },
): Promise<TwimlDocument> {
  const params: WebhookParams = { ...voiceParams(call), ...request.params };
  const reply = await client.request({ ...request, params }, { signal });
  // After redirects the document has the last URL; log entries contain no password.
  const { url, exchange } = reply;
  const about = { url: withoutCredentials(url), status: reply.status, exchange };
  if (isAudio(reply.contentType)) {
    return { ...createPlayDocument(url), exchange };
  }
  if (reply.body.trim() === "") {
    return { url, verbs: [], exchange };
  }
  if (!TEXT_TYPES.has(reply.contentType)) {
    const type = reply.contentType || "no content type";
    throw new WebhookError(
      TWILIO_CODES.INVALID_CONTENT_TYPE,
      `the application answered with ${type}`,
      about,
    );
  }
  const { unknownCharset } = reply;
  if (unknownCharset !== undefined) {
    const message = `the application answered in an unknown charset, ${unknownCharset}`;
    throw new WebhookError(TWILIO_CODES.DOCUMENT_PARSE_FAILURE, message, about);
  }
  if (reply.contentType === "text/plain") {
    return { ...createSayDocument(reply.body, url), exchange };
  }
  try {
    return { ...createDocument(reply.body, url), exchange };
  } catch (error) {
    if (!(error instanceof TwimlError)) {
      throw error;
    }
    throw new WebhookError(TWILIO_CODES.DOCUMENT_PARSE_FAILURE, error.message, {
      ...about,
      cause: error,
    });
  }
}

function createSayDocument(text: string, url: string): TwimlDocument {
  return { url, verbs: [{ name: "Say", attributes: {}, children: [text] }] };
}

/** Resolves an absolute url, or one relative to the document; `null` for an invalid one. */
export function resolveUrl(text: string, document: TwimlDocument): string | null {
  const trimmed = text.trim();
  if (URL.canParse(trimmed)) {
    return trimmed;
  }
  if (document.url === null || !URL.canParse(trimmed, document.url)) {
    return null;
  }
  return new URL(trimmed, document.url).href;
}
