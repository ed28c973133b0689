import { Plus, Search, Star, Upload } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Contact } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Segments } from "../../ui/Segments.tsx";
import type { ContactsView } from "./contact-files.ts";
import { ContactForm } from "./ContactForm.tsx";
import { ContactList } from "./ContactList.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { ImportSection } from "./ImportSection.tsx";

import styles from "./PhoneBook.module.css";

type Opened = { type: "none" | "add" | "import" } | { type: "edit"; contact: Contact };

interface PhoneBookCardProps {
  view: ContactsView;
  initial?: Opened;
}

export function PhoneBookCard({ view, initial = { type: "none" } }: PhoneBookCardProps) {
  const [opened, setOpened] = useState<Opened>(initial);
  const list = useRef<HTMLUListElement>(null);
  const { files } = view;
  const isImporting = files !== null && files.state.status !== "idle";
  const showsImport = files !== null && (opened.type === "import" || isImporting);
  const isClosed = opened.type === "none";
  const wasOpened = useRef(false);
  // The list gets the focus only when the form has closed, because the open form hides the list.
  useEffect(() => {
    if (isClosed && wasOpened.current) {
      focusRow(list.current);
    }
    wasOpened.current = !isClosed;
  }, [isClosed]);
  function close() {
    setOpened({ type: "none" });
  }
  const isForm = showsImport || opened.type === "add" || opened.type === "edit";
  return (
    <div className={styles["card"]}>
      <div className={styles["book"]} hidden={isForm && view.actions !== null}>
        <Tools
          view={view}
          add={() => setOpened({ type: "add" })}
          toList={() => focusRow(list.current)}
        />
        <Found
          view={view}
          opened={opened.type === "edit" ? opened.contact.id : null}
          open={(contact) => setOpened({ type: "edit", contact })}
          listRef={list}
        />
        <Foot view={view} openImport={() => setOpened({ type: "import" })} />
      </div>
      <Opening view={view} opened={opened} setOpened={setOpened} close={close} />
      {showsImport ? (
        <ImportSection
          files={files}
          view={view}
          close={() => {
            files.clear();
            close();
          }}
        />
      ) : null}
      {view.refused === null ? null : (
        <p aria-live="polite" className={styles["refused"]}>
          {view.refused}
        </p>
      )}
    </div>
  );
}

function focusRow(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
}

const scopes = ["all", "station", "show", "person"] as const;

function Tools({ view, add, toList }: { view: ContactsView; add: () => void; toList: () => void }) {
  const t = useTranslations("contacts");
  const field = useRef<HTMLInputElement>(null);
  const { filter, search } = view;
  useEffect(() => field.current?.focus(), []);
  function handleKey(event: KeyboardEvent) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      toList();
    }
  }
  return (
    <div className={styles["tools"]}>
      <label className={styles["search"]}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={t("find")}
          placeholder={t("find")}
          maxLength={100}
          autoComplete="off"
          data-1p-ignore=""
          value={filter.find}
          onChange={(event) => search({ find: event.target.value })}
          onKeyDown={handleKey}
        />
      </label>
      {view.actions === null ? null : (
        <Button icon={Plus} onClick={add}>
          {t("add")}
        </Button>
      )}
      <div className={styles["filters"]}>
        <Segments
          label={t("booksLabel")}
          value={filter.owner ?? "all"}
          segments={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
          onChange={(value) => search({ owner: value === "all" ? null : value })}
        />
        <Button
          look="quiet"
          icon={Star}
          className={styles["favourite"]}
          aria-pressed={filter.favourites}
          aria-label={t("favourites")}
          title={t("favourites")}
          onClick={() => search({ favourites: !filter.favourites })}
        />
      </div>
    </div>
  );
}

function Found(props: Parameters<typeof ContactList>[0]) {
  const t = useTranslations("contacts");
  const { contacts, failed, filter, loading } = props.view;
  if (failed !== null) {
    return (
      <EmptyState title={t("failed", { words: failed.words })}>
        <Button onClick={failed.retry}>{t("retry")}</Button>
      </EmptyState>
    );
  }
  if (contacts.length > 0) {
    return <ContactList {...props} />;
  }
  if (loading) {
    return <div className={styles["waiting"]} aria-busy="true" />;
  }
  const isWhole = filter.find === "" && filter.owner === null && !filter.favourites;
  return (
    <EmptyState title={t(isWhole ? "empty" : "nothing")}>
      {t(isWhole ? "emptyWords" : "nothingWords")}
    </EmptyState>
  );
}

interface OpeningProps {
  view: ContactsView;
  opened: Opened;
  setOpened: (opened: Opened) => void;
  close: () => void;
}

function Opening({ view, opened, setOpened, close }: OpeningProps) {
  const { actions } = view;
  if (actions === null || (opened.type !== "edit" && opened.type !== "add")) {
    return null;
  }
  const id = opened.type === "edit" ? opened.contact.id : null;
  const known = opened.type === "edit" ? opened.contact : null;
  return (
    <ContactForm
      key={id ?? "new"}
      contact={view.contacts.find((contact) => contact.id === id) ?? known}
      view={view}
      actions={actions}
      close={close}
      open={(contact) => setOpened({ type: "edit", contact })}
    />
  );
}

function Foot({ view, openImport }: { view: ContactsView; openImport: () => void }) {
  const t = useTranslations("contacts");
  const { counts, station: name, files, actions } = view;
  return (
    <footer className={styles["foot"]}>
      <span className={styles["grow"]}>
        {actions === null ? t("reading") : t("counts", { ...counts, name })}
      </span>
      {files === null || files.targets.length === 0 ? null : (
        <Button look="quiet" icon={Upload} onClick={openImport}>
          {t("import.open")}
        </Button>
      )}
      {files === null ? null : <ExportMenu files={files} station={name} />}
    </footer>
  );
}
