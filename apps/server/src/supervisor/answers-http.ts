const ASK_TIMEOUT_MS = 2_000;

/** Whether whoever listens there answers anything at all. */
export async function answersHttp(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  await answer.body?.cancel();
  return true;
}
