import { useCallback, useState } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";

import { describeFailure } from "../../client/failures/describe-failure.ts";
import { readReason } from "../../client/words/page-words.ts";
import { HttpError } from "../../lib/http-client.ts";

export interface Saving {
  pending: boolean;
  /**
   * The words of the last failure, even if a field shows its reason too; `null` without a failure.
   */
  refused: string | null;
  run: (send: () => Promise<void>) => Promise<boolean>;
}

export function useSave<Values extends FieldValues>(setError: UseFormSetError<Values>): Saving {
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = useCallback(
    async (send: () => Promise<void>) => {
      setPending(true);
      setRefused(null);
      try {
        await send();
        return true;
      } catch (error) {
        setRefused(describeFailure(error).words);
        for (const [field, message] of Object.entries(readFields(error))) {
          setError(nameField(field) as Path<Values>, { type: "server", message });
        }
        return false;
      } finally {
        setPending(false);
      }
    },
    [setError],
  );
  return { pending, refused, run };
}

/** Returns the name of a field in the form; a list is one field, so `hosts.2` means `hosts`. */
function nameField(path: string): string {
  const names = path.split(".").filter((part) => !/^\d+$/.test(part));
  return names.at(-1) ?? path;
}

/**
 * Returns the words for each wrong field. For a reason without words it returns the words of the
 * failure.
 */
export function readFields(error: unknown): Record<string, string> {
  const failure = error instanceof HttpError ? error.failure : null;
  const fields = failure?.kind === "answered" ? (failure.body?.fields ?? {}) : {};
  const { words } = describeFailure(error);
  return Object.fromEntries(
    Object.entries(fields).map(([field, refusal]) => [field, readReason(refusal) ?? words]),
  );
}
