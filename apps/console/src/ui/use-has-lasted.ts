import { useEffect, useState } from "react";

/** Returns true when the same key has lasted for `delayMs`, so that a brief key loads nothing. */
export function useHasLasted(key: string | null, delayMs: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return key !== null && lasting === key;
}
