const ASK_TIMEOUT_MS = 1_500;

/** What our exchange tells Prometheus; null at Twilio, and while the exchange is away. */
export async function readExchangeMetrics(apiUrl: string | null): Promise<string | null> {
  if (apiUrl === null) {
    return null;
  }
  try {
    const answer = await fetch(`${apiUrl}/metrics`, {
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    const isText = answer.headers.get("content-type")?.startsWith("text/plain") === true;
    return answer.ok && isText ? await answer.text() : null;
  } catch {
    // That it does not answer is told by `linedesk_part_up`.
    return null;
  }
}
