import { useTranslations } from "use-intl";

import type { WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";

export function WonBefore({ win }: { win: WinMark | undefined }) {
  return win === undefined ? null : <WonWords win={win} />;
}

function WonWords({ win }: { win: WinMark }) {
  const t = useTranslations("lines");
  const formats = useTimeFormats();
  const now = useNow();
  const { isOut, wonAt, mayWinAt } = readWin(win, now);
  const words = {
    prize: win.prize,
    won: formats.day(wonAt, now),
    again: formats.day(mayWinAt, now),
  };
  return (
    <span title={win.prize}>
      {isOut ? <strong>{t("wonOut", words)}</strong> : t("wonBefore", words)}
    </span>
  );
}
