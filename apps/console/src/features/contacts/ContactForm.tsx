import { Star, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Contact } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ContactsView } from "./contact-files.ts";
import { OwnerFields, TextField } from "./OwnerFields.tsx";
import { TheirChanges } from "./TheirChanges.tsx";
import {
  type ContactFormInput,
  type ContactFormState,
  useContactForm,
} from "./use-contact-form.ts";

import styles from "./PhoneBook.module.css";

interface ContactFormProps extends ContactFormInput {
  view: Pick<ContactsView, "station" | "shows">;
  open: (contact: Contact) => void;
}

export function ContactForm(props: ContactFormProps) {
  const { contact, close, open } = props;
  const t = useTranslations("contacts.form");
  const form = useContactForm(props);
  const { fields, type, theirs } = form;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves it
    <form
      className={styles["form"]}
      tabIndex={-1}
      aria-label={t(contact === null ? "add" : "edit")}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") {
          return;
        }
        event.stopPropagation();
        if (form.isChanged) {
          // Only Cancel discards typed text.
          event.currentTarget.focus();
        } else {
          close();
        }
      }}
    >
      <FormHead contact={contact} form={form} />
      <TextField label={t("name")} value={fields.name} type={(name) => type({ name })} required />
      <TextField
        label={t("number")}
        value={fields.number}
        type={(number) => type({ number })}
        hint={t("numberHint")}
        required
      />
      {form.isMove ? <p className={styles["hint"]}>{t("moves")}</p> : null}
      <TextField
        label={t("tags")}
        value={fields.tags}
        type={(tags) => type({ tags })}
        hint={t("tagsHint")}
      />
      <TextField label={t("note")} value={fields.note} type={(note) => type({ note })} />
      {contact === null ? <OwnerFields view={props.view} fields={fields} type={type} /> : null}
      {theirs === null ? null : <TheirChanges {...theirs} />}
      <Refusal refused={form.refused} open={open} />
      <FormButtons {...props} form={form} />
    </form>
  );
}

function FormButtons({
  contact,
  actions,
  close,
  form,
}: ContactFormProps & { form: ContactFormState }) {
  const t = useTranslations("contacts.form");
  return (
    <div className={styles["buttons"]}>
      {contact === null ? null : (
        <Button
          look="quiet"
          icon={Trash2}
          className={styles["delete"]}
          onClick={() => {
            close();
            actions.remove(contact);
          }}
        >
          {t("delete")}
        </Button>
      )}
      <Button onClick={close}>{t("cancel")}</Button>
      <Button look="primary" type="submit" pending={form.pending}>
        {t(form.theirs === null ? "save" : "mine")}
      </Button>
    </div>
  );
}

function FormHead({ contact, form }: { contact: Contact | null; form: ContactFormState }) {
  const t = useTranslations("contacts");
  const formats = useTimeFormats();
  const now = useNow();
  if (contact === null) {
    return <h3>{t("form.add")}</h3>;
  }
  const { lastCallAt, changedBy: name, changedAt, pastNumbers, favourite } = contact;
  const day = (at: string) => formats.day(Date.parse(at), now);
  const facts = [
    ...(lastCallAt === null ? [] : [t("form.lastCall", { day: day(lastCallAt) })]),
    t("form.changed", { name, day: day(changedAt) }),
    ...(pastNumbers.length === 0 ? [] : [t("form.past", { numbers: pastNumbers.join(", ") })]),
  ];
  return (
    <div className={styles["formHead"]}>
      <div className={styles["grow"]}>
        <h3>{contact.name}</h3>
        <p className={styles["hint"]}>{facts.join(" · ")}</p>
      </div>
      <Button
        look="quiet"
        icon={Star}
        className={styles["favourite"]}
        aria-pressed={favourite}
        aria-label={t("star")}
        title={t("star")}
        onClick={() => void form.star()}
      />
    </div>
  );
}

function Refusal({
  refused,
  open,
}: Pick<ContactFormProps, "open"> & Pick<ContactFormState, "refused">) {
  const t = useTranslations("contacts.form");
  if (refused === null) {
    return null;
  }
  return (
    <div aria-live="polite" className={styles["refused"]}>
      <p>{refused.words}</p>
      {refused.type === "known" ? (
        <Button size="row" onClick={() => open(refused.existing)}>
          {t("openKnown", { name: refused.existing.name })}
        </Button>
      ) : null}
    </div>
  );
}
