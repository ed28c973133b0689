import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import type { Question } from "./AskAbout.tsx";
import { AskDialog } from "./AskDialog.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { useSave } from "./use-save.ts";
import { useMayLeave, useUnsavedGuard } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

interface FormCardProps<Values extends FieldValues> {
  title: string;
  form: UseFormReturn<Values>;
  send: (fields: Values) => Promise<void>;
  /** Closes what was opened to be filled in; without it the form stays, and begins anew. */
  close?: (() => void) | undefined;
  /** The field that has the focus when the form is opened. */
  first?: Path<Values>;
  submit?: string;
  /** What is asked before these fields are sent; null: nothing. */
  confirm?: (fields: Values) => Question | null;
  children: ReactNode;
}

/** A form of the admin area: checked while it is typed, asked about before it is left [AD28]. */
export function FormCard<Values extends FieldValues>(props: FormCardProps<Values>) {
  const { title, form, close, first, submit, confirm, children } = props;
  const saving = useSave(form.setError);
  const mayLeave = useMayLeave();
  const [open, setOpen] = useState<{ fields: Values; question: Question } | null>(null);
  useUnsavedGuard(form.formState.isDirty);
  useFirstFocus(form, first);
  async function send(fields: Values) {
    await props.send(fields);
    form.reset(close === undefined ? undefined : fields);
    close?.();
  }
  const handleSubmit = form.handleSubmit(async (fields) => {
    const question = confirm?.(fields) ?? null;
    if (question === null) {
      await saving.run(() => send(fields));
    } else {
      setOpen({ fields, question });
    }
  });
  function cancel() {
    if (mayLeave()) {
      form.reset();
      close?.();
    }
  }
  return (
    <form
      className={styles["card"]}
      aria-label={title}
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
    >
      <h3>{title}</h3>
      {children}
      <FormFoot
        saving={saving}
        state="clean"
        cancel={close === undefined ? null : cancel}
        {...(submit === undefined ? {} : { submit })}
      />
      <AskDialog
        open={open !== null}
        title={open?.question.title ?? ""}
        words={open?.question.words ?? ""}
        doWords={open?.question.doWords ?? ""}
        close={() => setOpen(null)}
        run={async () => {
          if (open !== null) {
            await send(open.fields);
          }
        }}
      />
    </form>
  );
}

function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  first: Path<Values> | undefined,
): void {
  useEffect(() => {
    if (first !== undefined) {
      setFocus(first);
    }
  }, [setFocus, first]);
}
