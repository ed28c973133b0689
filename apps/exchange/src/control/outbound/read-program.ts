import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallProgram, OutboundCallRequest } from "../../calls/placing/call-api.ts";
import type { ProgramStart } from "../../calls/playback/document-runner.ts";
import type { ApplicationRepository } from "../../directory/application-repository.ts";
import { createDocument } from "../../twiml/document/fetch-document.ts";
import { TwimlError } from "../../twiml/document/parse-twiml.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";

export interface ProgramDeps {
  applications: ApplicationRepository;
  client: Pick<WebhookClient, "policy">;
}

const MAX_TWIML = 4_000;

export interface ReadProgram {
  start: ProgramStart;
  fallback: LiveCall["fallback"];
  ownCallback: OutboundCallRequest["statusCallback"] | null;
}

/** Checks now what would otherwise only fail when somebody has answered. */
export function readProgram(program: CallProgram, services: ProgramDeps): ReadProgram {
  switch (program.type) {
    case "url": {
      const { url, method } = program;
      assertAllowedUrl(url, services);
      const start = { request: { url, method, params: {} } };
      return { start, fallback: readFallback(program), ownCallback: null };
    }
    case "twiml": {
      const { twiml } = program;
      assertValidTwiml(twiml);
      return { start: { twiml }, fallback: readFallback(program), ownCallback: null };
    }
    case "application":
      return readApplication(program.applicationSid, services);
  }
}

function readFallback({
  fallbackUrl: url,
  fallbackMethod: method = "POST",
}: Exclude<CallProgram, { type: "application" }>): LiveCall["fallback"] {
  return url === undefined ? null : { url, method };
}

function readApplication(sid: string, services: ProgramDeps): ReadProgram {
  const application = services.applications.find(sid);
  const url = application?.voiceUrl;
  if (!application || !url) {
    throw new RefusedError(TWILIO_CODES.INVALID_APPLICATION_SID, "Invalid ApplicationSid");
  }
  const { voiceMethod: method, voiceFallbackUrl, voiceFallbackMethod } = application;
  const { statusCallback, statusCallbackMethod } = application;
  assertAllowedUrl(url, services);
  return {
    start: { request: { url, method, params: {} } },
    fallback: voiceFallbackUrl ? { url: voiceFallbackUrl, method: voiceFallbackMethod } : null,
    ownCallback: statusCallback
      ? { url: statusCallback, method: statusCallbackMethod, events: [] }
      : null,
  };
}

/** Throws RefusedError 21205. */
export function assertAllowedUrl(url: string, { client }: Pick<ProgramDeps, "client">): void {
  const verdict = client.policy(url.split("#", 1)[0] ?? "");
  if (!verdict.allowed) {
    throw new RefusedError(TWILIO_CODES.INVALID_URL_REST, `Url is not valid: it ${verdict.reason}`);
  }
}

function assertValidTwiml(twiml: string): void {
  if (twiml.length > MAX_TWIML) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_PARAMETER,
      `Twiml is longer than ${MAX_TWIML} characters`,
    );
  }
  try {
    createDocument(twiml);
  } catch (error) {
    if (!(error instanceof TwimlError)) {
      throw error;
    }
    throw new RefusedError(
      TWILIO_CODES.DOCUMENT_PARSE_FAILURE,
      `Twiml cannot be parsed: ${error.message}`,
    );
  }
}
