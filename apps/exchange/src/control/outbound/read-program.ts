import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { CallProgram } from "../../calls/placing/call-api.ts";
import type { ProgramStart } from "../../calls/playback/document-runner.ts";
import { createDocument } from "../../twiml/document/fetch-document.ts";
import { TwimlError } from "../../twiml/document/parse-twiml.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";

export interface ProgramDeps {
  client: Pick<WebhookClient, "policy">;
}

const MAX_TWIML = 4_000;

export function readProgram(program: CallProgram, services: ProgramDeps): ProgramStart {
  if (program.type === "url") {
    const { url, method } = program;
    assertAllowedUrl(url, services);
    return { request: { url, method, params: {} } };
  }
  assertValidTwiml(program.twiml);
  return { twiml: program.twiml };
}

export function assertAllowedUrl(url: string, { client }: ProgramDeps): void {
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
