import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { BottomBar } from "../features/station/BottomBar.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import { CHAT_PANEL } from "./panels.ts";
import type { StationPanel } from "./use-panels.ts";

interface StationBottomProps {
  panels: readonly StationPanel[];
  side: { open: boolean; toggle: () => void };
}

export function StationBottom({ panels, side }: StationBottomProps) {
  const { takeNext } = useDesk();
  const buttons = useMemo(() => panels.filter(({ ofCall }) => ofCall !== true), [panels]);
  const count = useRootState((state) => state.desk.msg_unread);
  const t = useTranslations("chat");
  const label = t("unread", { label: t("title"), count: String(count) });
  const counted = useMemo(() => ({ id: CHAT_PANEL, count, label }), [count, label]);
  return <BottomBar takeNext={takeNext} panels={buttons} side={side} counted={counted} />;
}
