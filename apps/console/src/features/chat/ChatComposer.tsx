import { UserRoundPlus, X } from "lucide-react";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl";

import { type ChatPerson, MAX_CHAT_TEXT } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { ChatView } from "./build-entries.ts";
import { useComposer, type MentionSearch } from "./use-composer.ts";

import styles from "./ChatCard.module.css";

export function ChatComposer({ view }: { view: ChatView }) {
  const t = useTranslations("chat");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const composer = useComposer(view, field);
  const { draft, search, active } = composer;
  return (
    <form
      className={styles["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        composer.send();
      }}
    >
      {search === null ? null : (
        <MentionList id={id} search={search} active={active} choose={composer.choose} />
      )}
      <CardChoice view={view} card={draft.card} attach={composer.attach} />
      {composer.isFull ? (
        <p aria-live="polite" className={styles["full"]}>
          {t("full")}
        </p>
      ) : null}
      <div className={styles["field"]}>
        <input
          ref={field}
          className={styles["input"]}
          role="combobox"
          aria-label={t("messageOf", { station: view.station?.callSign ?? "" })}
          aria-autocomplete="list"
          aria-expanded={search !== null}
          aria-controls={search === null ? undefined : id}
          aria-activedescendant={search === null ? undefined : `${id}-${active}`}
          value={draft.text}
          maxLength={MAX_CHAT_TEXT}
          placeholder={t("message")}
          autoComplete="off"
          data-1p-ignore=""
          onChange={({ target: { value, selectionStart } }) =>
            composer.type(value, selectionStart ?? value.length)
          }
          onKeyDown={composer.handleKey}
        />
        <Button type="submit">{t("send")}</Button>
      </div>
    </form>
  );
}

interface MentionListProps {
  id: string;
  search: MentionSearch;
  active: number;
  choose: (person: ChatPerson) => void;
}

function MentionList({ id, search, active, choose }: MentionListProps) {
  const t = useTranslations("chat");
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus
    <div id={id} role="listbox" aria-label={t("people")} className={styles["people"]}>
      {search.found.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles keys
        <div
          key={person.user}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles["person"]}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
}

interface CardChoiceProps {
  view: ChatView;
  card: ChatView["attachable"];
  attach: (card: ChatView["attachable"]) => void;
}

function CardChoice({ view, card, attach }: CardChoiceProps) {
  const t = useTranslations("chat");
  const { attachable } = view;
  if (card !== null) {
    return (
      <p className={styles["attached"]}>
        <span>{t("attached", { name: card.name })}</span>
        <Button look="quiet" icon={X} aria-label={t("detach")} onClick={() => attach(null)} />
      </p>
    );
  }
  return attachable === null ? null : (
    <p className={styles["attached"]}>
      <Button look="quiet" size="row" icon={UserRoundPlus} onClick={() => attach(attachable)}>
        {t("attach", { name: attachable.name })}
      </Button>
    </p>
  );
}
