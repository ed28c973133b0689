import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import styles from "./Trunks.module.css";

interface FieldGroupProps<Values extends FieldValues> {
  title: string;
  /** The values of the group in a few words, for the closed group. */
  summary: string;
  form: UseFormReturn<Values>;
  /** The fields of the group. While one of them is wrong, the group is open. */
  fields: readonly Path<Values>[];
  isFirstOpen?: boolean;
  children: ReactNode;
}

/** Shows fields of a long form that belong together, and their values while the group is closed. */
export function FieldGroup<Values extends FieldValues>(props: FieldGroupProps<Values>) {
  const { title, summary, form, fields, isFirstOpen = false, children } = props;
  const [wantsOpen, setOpen] = useState(isFirstOpen);
  const { errors } = form.formState;
  const isWrong = fields.some((field) => errors[field] !== undefined);
  const isOpen = wantsOpen || isWrong;
  return (
    <details
      className={styles["group"]}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary
        onClick={(event) => {
          // A group with a wrong field must stay open, so that the field is visible.
          if (isWrong) {
            event.preventDefault();
          }
        }}
      >
        <strong>{title}</strong>
        {isOpen ? null : <span className={styles["summary"]}>{summary}</span>}
        <ChevronDown size={16} aria-hidden />
      </summary>
      <div className={styles["fields"]}>{children}</div>
    </details>
  );
}
