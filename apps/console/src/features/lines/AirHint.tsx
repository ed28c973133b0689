import { useTranslations } from "use-intl";

import { deskActions, findKey } from "../../client/actions/desk-actions.ts";
import { usePermission, useRootState } from "../../client/ConsoleProvider.tsx";
import { useFeedsAir } from "../../client/use-barred-lines.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { describeKeys } from "../../ui/keys/spell-keys.ts";
import { useKeyNames } from "../../ui/keys/use-key-names.ts";

const TAKE_NEXT = toShortcut(findKey("take_next"));
const LINES = {
  1: toShortcut(deskActions.line1.keys[1]),
  2: toShortcut(deskActions.line2.keys[1]),
} as const;

/** Shows at an empty desk how a caller goes to air, to a person who may put callers to air. */
export function AirHint() {
  const open = useRootState((state) => state.calls.station);
  const isKnown = useRootState((state) => state.calls.air !== null);
  const may = usePermission("air");
  const feeds = { 1: useFeedsAir("line1", open), 2: useFeedsAir("line2", open) };
  if (!may || !isKnown) {
    return null;
  }
  return feeds[1] || feeds[2] ? <ToAir number={feeds[2] ? 2 : 1} /> : <NoLine />;
}

function ToAir({ number }: { number: 1 | 2 }) {
  const t = useTranslations("air");
  const nameKeys = useKeyNames();
  const next = useShownKeys(TAKE_NEXT);
  const select = useShownKeys(LINES[number]);
  if (next === null || select === null) {
    return <p>{t("hintAlone", { number: String(number) })}</p>;
  }
  const keys = { select: nameKeys(describeKeys(select)), next: nameKeys(describeKeys(next)) };
  return <p>{t("hint", { number: String(number), ...keys })}</p>;
}

function NoLine() {
  const t = useTranslations("air");
  return <p>{t(usePermission("admin") ? "hintAdmin" : "hintNoLine")}</p>;
}
