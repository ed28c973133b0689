/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
import type { DeviceLine } from "@linedesk/contract";
import { isJoining } from "../../lib/is-joining.ts";
import { initials } from "../../ui/initials.ts";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { useIsBefore } from "../../ui/time/TimeProvider.tsx";
import type { QueueRowView, RowHolder } from "./queue-filter.ts";
import { FRESH_FOR_S } from "./row-bar.ts";
import type { TranslateState } from "./row-words.ts";

import styles from "./QueueGrid.module.css";

interface StateCellProps {
  row: QueueRowView;
  t: TranslateState;
}

export function StateCell({ row, t }: StateCellProps) {
  const { arrivedAt, callBack } = row.call;
  const isFresh = useIsBefore(Date.parse(arrivedAt) + FRESH_FOR_S * 1_000);
  const fresh = isFresh && row.state === "ringing" && callBack === null;
  const words = describeState(row, t);
  return (
    <div role="gridcell" className={styles["state"]}>
      <StateBadge tone={row.state} words={words} short={shorten(row, words)} fresh={fresh} />
    </div>
  );
}

export function WithCell({ row: { with: holder }, t }: StateCellProps) {
  const title = holder === null ? undefined : holderWords(holder, t);
  return (
    <div role="gridcell" className={styles["with"]} title={title}>
      {holder?.name ?? ""}
    </div>
  );
}

function holderWords({ name, line }: RowHolder, t: TranslateState): string {
  return t("elsewhere_on", { name, line: lineDigit(line) });
}

function lineDigit(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

export function describeState(row: QueueRowView, t: TranslateState): string {
  const { desk } = row.call;
  if (desk.status === "held" && desk.interrupted !== undefined && row.state === "claimed") {
    return t("reconnecting");
  }
  if (row.state === "claimed" && isJoining(row.call)) {
    return t("joining");
  }
  if (row.call.callBack !== null && isQueued(desk.status) && row.state !== "claimed") {
    return t("call_back");
  }
  if (row.state === "on_line" && row.call.dial !== null && row.call.callState === "ringing") {
    return t("dialling");
  }
  if (row.state === "on_line" && desk.status === "screening") {
    return t("on_line", { line: lineDigit(desk.holder.line) });
  }
  if (row.state === "on_line") {
    return t("on_line_mine");
  }
  if (row.state === "offered") {
    return t("offered_short", { name: row.call.offer?.to.name ?? "" });
  }
  if (row.state === "leaving") {
    return t(row.call.leaving?.reason === "rejected" ? "rejected" : "ending");
  }
  // "Bob, line 1": a call of another person shows its holder as the state.
  if (row.state === "elsewhere" && row.with !== null) {
    return holderWords(row.with, t);
  }
  return t(row.state);
}

/** Returns "BS, line 1" for a colleague's call in a narrow list, and `null` for any other call. */
export function shorten(row: QueueRowView, words: string): string | null {
  const { state, with: holder } = row;
  return state !== "elsewhere" || holder === null
    ? null
    : words.replace(holder.name, initials(holder.name));
}

function isQueued(status: string): boolean {
  return status === "waiting" || status === "ready";
}
