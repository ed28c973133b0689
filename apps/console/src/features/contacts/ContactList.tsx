import { Phone, Star } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Contact } from "@linedesk/contract";
import { mountedRows, rowWindow, scrollIntoView } from "../../lib/row-window.ts";
import { Button } from "../../ui/Button.tsx";
import { useKeyboardLayout } from "../../ui/keys/KeyboardProvider.tsx";
import { readPress } from "../../ui/keys/read-press.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import type { ContactsView } from "./contact-files.ts";

import styles from "./ContactList.module.css";

/** The height of a row, as in the style sheet. */
const ROW_PX = 53;
/** The next page is loaded when only this many rows remain below the mounted ones. */
const EARLY_ROWS = 30;

interface ContactListProps {
  view: ContactsView;
  opened: string | null;
  open: (contact: Contact) => void;
  listRef: RefObject<HTMLUListElement | null>;
}

/** Shows the contacts. However long the list is, only rows near the visible ones are mounted. */
export function ContactList({ view, opened, open, listRef }: ContactListProps) {
  const t = useTranslations("contacts");
  const { contacts, more } = view;
  const cursor = useRowCursor(contacts, listRef);
  const layout = useKeyboardLayout();
  const [scrolled, setScrolled] = useState({ scrollTop: 0, viewHeight: 420 });
  const range = rowWindow({ ...scrolled, rowHeight: ROW_PX, count: contacts.length });
  const isNearEnd = range.last + EARLY_ROWS >= contacts.length;
  useEffect(() => {
    if (isNearEnd) {
      more?.();
    }
  }, [isNearEnd, more]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list handles the keys of its rows
    <ul
      ref={listRef}
      className={styles["list"]}
      aria-label={t("list")}
      aria-busy={view.loading}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setScrolled({ scrollTop, viewHeight: clientHeight })
      }
      onKeyDown={(event) =>
        handleKey(event, {
          cursor,
          call: view.call,
          isCall: readPress(event.nativeEvent, layout).includes("c"),
        })
      }
    >
      <li style={{ height: contacts.length * ROW_PX }} aria-hidden="true" />
      {mountedRows(range, cursor.at).map((at) => {
        const contact = contacts[at];
        return contact === undefined ? null : (
          <Row
            key={contact.id}
            contact={contact}
            slot={{ at, count: view.more === null ? contacts.length : -1 }}
            isCurrent={at === cursor.at}
            isOpened={contact.id === opened}
            open={() => {
              cursor.set(at);
              open(contact);
            }}
            call={view.call}
          />
        );
      })}
    </ul>
  );
}

interface RowProps {
  contact: Contact;
  slot: { at: number; count: number };
  /** Is true for the one row in the Tab order. */
  isCurrent: boolean;
  isOpened: boolean;
  open: () => void;
  call: ContactsView["call"];
}

function Row({ contact, slot, isCurrent, isOpened, open, call }: RowProps) {
  const t = useTranslations("contacts");
  const { name, numberDisplay: number, owner, show, tags, favourite } = contact;
  const whose = owner === "person" ? [t("mine")] : show === null ? [] : [show];
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      className={styles["row"]}
      style={{ transform: `translateY(${slot.at * ROW_PX}px)` }}
      data-opened={isOpened || undefined}
      aria-posinset={slot.at + 1}
      aria-setsize={slot.count}
    >
      <button
        type="button"
        className={styles["who"]}
        data-at={slot.at}
        tabIndex={tabIndex}
        aria-expanded={isOpened}
        onClick={open}
      >
        <span className={styles["name"]}>
          <span className={styles["words"]}>{name}</span>
          {favourite ? (
            <>
              <Star size={13} className={styles["star"]} aria-hidden="true" />
              <VisuallyHidden>{t("favourite")}</VisuallyHidden>
            </>
          ) : null}
        </span>
        <span className={styles["detail"]}>{[number, ...whose, ...tags].join(" · ")}</span>
      </button>
      {call === null ? null : (
        <Button
          size="row"
          icon={Phone}
          tabIndex={tabIndex}
          aria-label={t("callLabel", { name })}
          onClick={() => call(contact)}
        >
          {t("call")}
        </Button>
      )}
    </li>
  );
}

interface RowCursor {
  at: number;
  current: Contact | undefined;
  set: (at: number) => void;
  step: (by: number) => void;
}

function useRowCursor(
  contacts: readonly Contact[],
  listRef: RefObject<HTMLUListElement | null>,
): RowCursor {
  const [wanted, set] = useState(0);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const at = Math.max(0, Math.min(wanted, contacts.length - 1));
  function step(by: number) {
    const index = Math.max(0, Math.min(at + by, contacts.length - 1));
    const list = listRef.current;
    set(index);
    if (list === null) {
      return;
    }
    const { scrollTop, clientHeight: viewHeight } = list;
    list.scrollTop = scrollIntoView({ scrollTop, viewHeight, rowHeight: ROW_PX, index });
    // The row gets the focus in the next frame, because it is perhaps not mounted yet.
    frame.current = requestAnimationFrame(() => {
      list.querySelector<HTMLElement>(`[data-at="${index}"]`)?.focus({ preventScroll: true });
    });
  }
  return { at, current: contacts[at], set, step };
}

/** Handles the keys: Up and Down move between rows, and C calls the contact of the row. */
function handleKey(
  event: KeyboardEvent,
  { cursor, call, isCall }: Pick<ContactsView, "call"> & { cursor: RowCursor; isCall: boolean },
): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (by !== undefined && isPlain) {
    event.preventDefault();
    event.stopPropagation();
    cursor.step(by);
  } else if (isCall && !event.repeat) {
    event.stopPropagation();
    if (cursor.current !== undefined) {
      call?.(cursor.current);
    }
  }
}
