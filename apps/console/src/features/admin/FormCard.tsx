import { type ReactNode, useContext, useEffect, useState } from "react";
import type { FieldPathByValue, FieldValues, Path, UseFormReturn } from "react-hook-form";

import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Question } from "./AskAbout.tsx";
import { AskDialog } from "./AskDialog.tsx";
import { useChangeReport } from "./changed-names.ts";
import { FormFoot } from "./FormFoot.tsx";
import { SaveBarContext } from "./save-bar.ts";
import { StoredForm } from "./StoredForm.tsx";
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
   * Is true for a form of stored values. The page's save bar saves it, and afterwards it shows the sent
   * values.
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
  const { title, form, isStored = false, first, children } = props;
  const saving = useSave(form.setError);
  const { handleSubmit, dialog } = useSending(props, saving);
  useFirstFocus(form, first);
  const content = (
    <>
      <h3>{title}</h3>
      {children}
    </>
  );
  return isStored ? (
    <StoredForm
      label={title}
      className={styles["card"]}
      isDirty={form.formState.isDirty}
      saving={saving}
      submit={handleSubmit}
      discard={() => form.reset()}
    >
      {content}
      {dialog}
    </StoredForm>
  ) : (
    <OpenForm {...props} saving={saving} handleSubmit={handleSubmit}>
      {content}
      {dialog}
    </OpenForm>
  );
}

interface OpenFormProps<Values extends FieldValues> extends FormCardProps<Values> {
  saving: Saving;
  handleSubmit: (event: React.FormEvent) => void;
}

/** Shows a form that sends its values with a button of its own. */
function OpenForm<Values extends FieldValues>(props: OpenFormProps<Values>) {
  const { title, form, close, saving, submit, handleSubmit, children } = props;
  const mayLeave = useMayLeave();
  useUnsavedGuard(form.formState.isDirty);
  function cancel() {
    if (mayLeave()) {
      form.reset();
      close?.();
    }
  }
  return (
    <form className={styles["card"]} aria-label={title} onSubmit={handleSubmit} noValidate>
      {children}
      <FormFoot
        saving={saving}
        cancel={close === undefined ? null : cancel}
        {...(submit === undefined ? {} : { submit })}
      />
    </form>
  );
}

function useSending<Values extends FieldValues>(props: FormCardProps<Values>, saving: Saving) {
  const { form, close, isStored = false, confirm } = props;
  const [open, setOpen] = useState<{ fields: Values; question: Question } | null>(null);
  const { saved } = useContext(SaveBarContext);
  async function send(fields: Values) {
    const sent = await props.send(fields);
    if (sent === "open") {
      return;
    }
    form.reset(isStored || sent === "kept" || close !== undefined ? fields : undefined);
    if (isStored) {
      saved();
    }
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
  return { dialog, handleSubmit: (event: React.FormEvent) => void handle(event) };
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
  const { value, onChange, isChanged } = useControl(props.form, props.name);
  useChangeReport(typeof props.children === "string" ? props.children : props.name, isChanged);
  return (
    <Checkbox checked={value} onChange={onChange}>
      {props.children}
    </Checkbox>
  );
}
