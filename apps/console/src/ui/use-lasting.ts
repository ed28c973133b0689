import { useEffect, useState } from "react";

/** True once the same key has stood for `delayMs`: what passes by is not fetched. */
export function useLasting(key: string | null, delayMs: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return key !== null && lasting === key;
}
