import { type ReactNode, useEffect, useState } from "react";
import type { FieldPathByValue, FieldValues, Path, UseFormReturn } from "react-hook-form";

import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Question } from "./AskAbout.tsx";
import { AskDialog } from "./AskDialog.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { useControl } from "./use-checked-form.ts";
import { type Saving, useSave } from "./use-save.ts";
import { useMayLeave, useUnsavedGuard } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

/**
 * `open`: the form stays open, because a further step needs the input. `kept`: after sending, the
 * form shows the sent values in place of its initial ones.
 */
type Sent = "open" | "kept" | undefined;

interface FormCardProps<Values extends FieldValues> {
  title: string;
  form: UseFormReturn<Values>;
  send: (fields: Values) => Promise<Sent | void>;
  /**
   * Closes the form. A form without `close` stays open. A successful send resets its fields to
   * their initial values, unless `isStored` is true or `send` returns `kept`.
   */
  close?: (() => void) | undefined;
  /**
   * The form shows stored values. It keeps the values that were sent, and reports that they are
   * saved.
   */
  isStored?: boolean;
  first?: Path<Values>;
  submit?: string;
  /** Returns the question to ask before these fields are sent, or `null`. */
  confirm?: (fields: Values) => Question | null | Promise<Question | null>;
  children: ReactNode;
}

/** Shows a form of the admin area: it validates each change, and asks before input is lost. */
export function FormCard<Values extends FieldValues>(props: FormCardProps<Values>) {
  const { title, form, close, isStored = false, first, submit, children } = props;
  const saving = useSave(form.setError);
  const mayLeave = useMayLeave();
  const { isSaved, handleSubmit, dialog } = useSending(props, saving);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  useFirstFocus(form, first);
  function cancel() {
    if (mayLeave()) {
      form.reset();
      close?.();
    }
  }
  return (
    <form className={styles["card"]} aria-label={title} onSubmit={handleSubmit} noValidate>
      <h3>{title}</h3>
      {children}
      <FormFoot
        saving={saving}
        state={isStored ? toState(isDirty, isSaved) : "clean"}
        cancel={close === undefined ? null : cancel}
        {...(submit === undefined ? {} : { submit })}
      />
      {dialog}
    </form>
  );
}

function useSending<Values extends FieldValues>(props: FormCardProps<Values>, saving: Saving) {
  const { form, close, isStored = false, confirm } = props;
  const [open, setOpen] = useState<{ fields: Values; question: Question } | null>(null);
  const [isSaved, setSaved] = useState(false);
  async function send(fields: Values) {
    const sent = await props.send(fields);
    if (sent === "open") {
      return;
    }
    form.reset(isStored || sent === "kept" || close !== undefined ? fields : undefined);
    setSaved(true);
    close?.();
  }
  const handle = form.handleSubmit((fields) =>
    saving.run(async () => {
      const question = (await confirm?.(fields)) ?? null;
      await (question === null ? send(fields) : setOpen({ fields, question }));
    }),
  );
  const dialog = (
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
  );
  return { isSaved, dialog, handleSubmit: (event: React.FormEvent) => void handle(event) };
}

export function toState(isDirty: boolean, isSaved: boolean) {
  if (isDirty) {
    return "unsaved";
  }
  return isSaved ? "saved" : "clean";
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

interface CheckRowProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: FieldPathByValue<Values, boolean>;
  children: ReactNode;
}

export function CheckRow<Values extends FieldValues>(props: CheckRowProps<Values>) {
  const { value, onChange } = useControl(props.form, props.name);
  return (
    <Checkbox checked={value} onChange={onChange}>
      {props.children}
    </Checkbox>
  );
}
