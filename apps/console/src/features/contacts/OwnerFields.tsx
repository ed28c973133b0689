import { useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl";

import { SelectField } from "../../ui/SelectField.tsx";
import type { ContactFields } from "./contact-draft.ts";
import type { ContactsView } from "./contact-files.ts";

import styles from "./PhoneBook.module.css";

interface TextFieldProps {
  label: string;
  value: string;
  type: (value: string) => void;
  hint?: string;
  required?: boolean;
}

const LONGEST_TEXT = 500;

export function TextField({ label, value, type, hint, required = false }: TextFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The button that opened the form is hidden now, so the first field gets the focus.
  useEffect(() => {
    const first = field.current?.form?.querySelector("input");
    if (first === field.current) {
      field.current?.focus();
    }
  }, []);
  return (
    <>
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className={styles["input"]}
        value={value}
        required={required}
        placeholder={hint}
        maxLength={LONGEST_TEXT}
        autoComplete="off"
        data-1p-ignore=""
        onChange={(event) => type(event.target.value)}
      />
    </>
  );
}

interface OwnerFieldsProps {
  view: Pick<ContactsView, "station" | "shows">;
  fields: ContactFields;
  type: (change: Partial<ContactFields>) => void;
}

const owners = ["station", "show", "person"] as const;

export function OwnerFields({ view, fields, type }: OwnerFieldsProps) {
  const t = useTranslations("contacts");
  return (
    <div className={styles["wide"]}>
      <SelectField
        label={t("form.owner")}
        value={fields.owner}
        options={owners.map((value) => ({
          value,
          label: t(`owners.${value}`, { name: view.station }),
        }))}
        onChange={(value) => type({ owner: owners.find((owner) => owner === value) ?? "station" })}
      />
      {fields.owner === "show" ? (
        <ShowField label={t("form.show")} shows={view.shows} fields={fields} type={type} />
      ) : null}
    </div>
  );
}

interface ShowFieldProps extends Omit<OwnerFieldsProps, "view"> {
  label: string;
  shows: readonly string[];
}

function ShowField({ label, shows, fields, type }: ShowFieldProps) {
  const id = useId();
  return (
    <div className={styles["pair"]}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      <input
        id={id}
        className={styles["input"]}
        list={`${id}-shows`}
        value={fields.show}
        required
        maxLength={60}
        autoComplete="off"
        onChange={(event) => type({ show: event.target.value })}
      />
      <datalist id={`${id}-shows`}>
        {shows.map((show) => (
          <option key={show} value={show}>
            {show}
          </option>
        ))}
      </datalist>
    </div>
  );
}
