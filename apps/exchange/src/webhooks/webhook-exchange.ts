import type { Clock } from "@linedesk/base";
import type { WebhookRequest } from "./webhook-request.ts";

const BODY_CHARACTERS = 1_000;

export interface WebhookExchange {
  at: Date;
  request: Pick<WebhookRequest, "url" | "method" | "params">;
  response: { status: number; contentType: string; body: string } | null;
  tookMs: number;
}

export function beginExchange(
  { url, method, params }: WebhookRequest,
  clock: Clock,
): (answer: WebhookExchange["response"]) => WebhookExchange {
  const at = new Date(clock.now());
  const startedMs = clock.elapsedMs();
  return (answer) => ({
    at,
    request: { url, method, params },
    response: answer && { ...answer, body: answer.body.slice(0, BODY_CHARACTERS) },
    tookMs: Math.round(clock.elapsedMs() - startedMs),
  });
}
