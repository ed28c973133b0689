import type { PartState } from "@linedesk/contract";

/** Resolves to true when a required part answers. A check that throws or hangs counts as down. */
export type PartCheck = () => Promise<boolean>;

const CHECK_TIMEOUT_MS = 2_000;

export async function checkPart(check: PartCheck): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([check(), late])) ? "up" : "down";
  } catch {
    // The component that uses the part logs the cause. Here only the state counts.
    return "down";
  } finally {
    clearTimeout(timer);
  }
}
