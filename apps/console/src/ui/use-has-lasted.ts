import { useEffect, useState } from "react";

/** Returns true when `key` has not changed for `delayMs`, so that a brief change loads nothing. */
export function useHasLasted(key: string | null, delayMs: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return key !== null && lasting === key;
}
