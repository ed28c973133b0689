import { Moon } from "lucide-react";
import { useTranslations } from "use-intl";

import { initials } from "../../ui/initials.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import type { SeatLine, SeatView } from "./seat-view.ts";

import styles from "./SeatStrip.module.css";

/** Further seats are shown only as a number, because the bar has no more room. */
const MOST_SHOWN = 6;

type Translate = ReturnType<typeof useTranslations<"seats">>;
type RoleWords = ReturnType<typeof useTranslations<"user">>;

export function SeatStrip({ seats }: { seats: readonly SeatView[] }) {
  const t = useTranslations("seats");
  const user = useTranslations("user");
  if (seats.length === 0) {
    return null;
  }
  const shown = seats.slice(0, MOST_SHOWN);
  const more = seats.slice(MOST_SHOWN);
  return (
    <div className={styles["strip"]}>
      <span id="seats-label">{t("seats")}</span>
      <ul className={styles["seats"]} aria-labelledby="seats-label">
        {shown.map((seat) => (
          <SeatMark key={seat.user} seat={seat} words={describeSeat(seat, { t, user })} />
        ))}
        {more.length === 0 ? null : (
          <li
            className={styles["more"]}
            title={t("more", {
              count: more.length,
              names: more.map(({ name }) => name).join(", "),
            })}
          >
            {`+${more.length}`}
          </li>
        )}
      </ul>
    </div>
  );
}

function SeatMark({ seat, words }: { seat: SeatView; words: string }) {
  return (
    <li
      className={styles["seat"]}
      title={words}
      data-asleep={seat.asleep || undefined}
      data-tone={findTone(seat.lines)}
    >
      <span aria-hidden="true">{initials(seat.name)}</span>
      {seat.asleep ? <Moon size={10} aria-hidden="true" className={styles["moon"]} /> : null}
      <VisuallyHidden>{words}</VisuallyHidden>
    </li>
  );
}

/** Returns the tone of a seat's frame from the state of its lines; on air has priority. */
function findTone(lines: readonly SeatLine[]): string | undefined {
  return (["on_air", "on_line", "held"] as const).find((tone) =>
    lines.some(({ state }) => state === tone),
  );
}

function describeSeat(seat: SeatView, { t, user }: { t: Translate; user: RoleWords }): string {
  const role = user(`role.${seat.role}`);
  const who = t(seat.mine ? "me" : "other", { name: seat.name, role });
  const lines = seat.lines.map(({ line, state, caller }) =>
    t(`line.${state}`, { number: line === "line1" ? "1" : "2", caller: caller ?? "" }),
  );
  return [who, ...(seat.asleep ? [t("asleep")] : lines)].join(". ");
}
