import { useCallback, useState } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { useTranslations } from "use-intl";

import { describeFailure } from "../../client/failures/describe-failure.ts";
import { readSentence } from "../../client/words/page-words.ts";
import { HttpError } from "../../lib/http-client.ts";
import { Button } from "../../ui/Button.tsx";

import styles from "./Admin.module.css";

interface FormFootProps {
  saving: Saving;
  state: "clean" | "unsaved" | "saved";
  /** Null where there is nothing to take back. */
  cancel: (() => void) | null;
  submit?: string;
}

export function FormFoot({ saving, state, cancel, submit }: FormFootProps) {
  const t = useTranslations("admin");
  return (
    <>
      <div className={styles["buttons"]}>
        <Button look="primary" type="submit" pending={saving.pending}>
          {submit ?? t("save")}
        </Button>
        {cancel === null ? null : <Button onClick={cancel}>{t("cancel")}</Button>}
        <output className={styles["state"]}>{state === "clean" ? "" : t(state)}</output>
      </div>
      {saving.refused === null ? null : (
        <output className={styles["refused"]}>{saving.refused}</output>
      )}
    </>
  );
}

export interface Saving {
  pending: boolean;
  /** Why the server refused it, where no field is to blame. */
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
          setError(field.split(".").at(-1) as Path<Values>, { type: "server", message });
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

/** What is wrong with a field in the language of the page, else the words of the whole. */
export function readFields(error: unknown): Record<string, string> {
  const failure = error instanceof HttpError ? error.failure : null;
  const fields = failure?.kind === "answered" ? (failure.body?.fields ?? {}) : {};
  const { words } = describeFailure(error);
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [field, readSentence(sentence) ?? words]),
  );
}
