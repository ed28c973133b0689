import { Clock, Phone, RotateCw, X } from "lucide-react";
import { memo } from "react";
import { useTranslations } from "use-intl";

import type { ChatCard } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ChatEntry, ChatView } from "./build-entries.ts";
import type { MessagePiece } from "./split-message.ts";

import styles from "./ChatCard.module.css";

type RowView = Pick<ChatView, "canOpen" | "openCaller" | "retry" | "remove">;

interface ChatMessageRowProps {
  entry: ChatEntry;
  view: RowView;
}

export const ChatMessageRow = memo(function ChatMessageRow({ entry, view }: ChatMessageRowProps) {
  const formats = useTimeFormats();
  const { from, at, pieces, card, delivery } = entry;
  return (
    <article className={styles["message"]} data-names-me={entry.namesMe || undefined}>
      {entry.isNewDay ? <p className={styles["day"]}>{formats.day(at, at)}</p> : null}
      {entry.isContinued ? null : (
        <p className={styles["from"]}>
          <strong>{from}</strong>{" "}
          <time dateTime={new Date(at).toISOString()} title={formats.full(at)}>
            {formats.minute(at)}
          </time>
        </p>
      )}
      {pieces.length === 0 ? null : (
        <p className={styles["words"]} data-unsent={delivery === null ? undefined : ""}>
          {pieces.map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never move
            <Piece key={index} piece={piece} />
          ))}
        </p>
      )}
      {card === null ? null : <Card card={card} view={view} />}
      {delivery === null ? null : <Delivery entry={entry} view={view} />}
    </article>
  );
});

function Piece({ piece }: { piece: MessagePiece }) {
  switch (piece.type) {
    case "text":
      return piece.text;
    case "mention":
      return <span className={styles["mention"]}>{piece.text}</span>;
    case "link":
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer">
          {piece.text}
        </a>
      );
  }
}

function Card({ card, view }: { card: ChatCard; view: RowView }) {
  const t = useTranslations("chat");
  const { name, numberDisplay, location, point } = card;
  const facts = [name === null ? null : numberDisplay, location, point];
  const words = (
    <>
      <Phone size={16} aria-hidden="true" />
      <span className={styles["cardWords"]}>
        <strong>{name ?? numberDisplay}</strong>
        <span>{facts.filter((fact) => fact !== null && fact !== "").join(" · ")}</span>
      </span>
    </>
  );
  return view.canOpen(card) ? (
    <button
      type="button"
      className={styles["callerCard"]}
      aria-label={t("card", { name: name ?? numberDisplay })}
      onClick={() => view.openCaller(card.call)}
    >
      {words}
    </button>
  ) : (
    <div className={styles["callerCard"]}>{words}</div>
  );
}

function Delivery({ entry, view }: ChatMessageRowProps) {
  const t = useTranslations("chat");
  const { delivery } = entry;
  const key = entry.key.split(" ").at(-1) ?? "";
  if (delivery === null) {
    return null;
  }
  if (delivery.status === "sending") {
    return (
      <p className={styles["delivery"]}>
        <Clock size={12} aria-hidden="true" /> {t("sending")}
      </p>
    );
  }
  return (
    <div className={styles["delivery"]} data-refused={delivery.status === "refused" || undefined}>
      <span>
        {delivery.status === "refused" ? t("refused", { words: delivery.words }) : t("waiting")}
      </span>
      <Button look="quiet" size="row" icon={RotateCw} onClick={() => view.retry(key)}>
        {t("retry")}
      </Button>
      {delivery.status === "refused" ? (
        <Button look="quiet" size="row" icon={X} onClick={() => view.remove(key)}>
          {t("remove")}
        </Button>
      ) : null}
    </div>
  );
}
