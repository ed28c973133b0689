const ASK_TIMEOUT_MS = 2_000;

/** What another machine's clock shows, by the Date of its answer. Throws where it says none. */
export async function readOutsideClock(url: string): Promise<Date> {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  const at = new Date(answer.headers.get("date") ?? "");
  if (Number.isNaN(at.getTime())) {
    throw new Error("the answer has no date");
  }
  return at;
}
