import { X } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { Panel } from "../ui/Panel.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import type { PanelDefinition } from "./panels.ts";
import type { StationPanel } from "./use-panels.ts";

import styles from "./PanelHost.module.css";

interface PanelHostProps {
  shownAs: PanelDefinition["shownAs"];
  panels: readonly StationPanel[];
}

/** Cards are drawn while open; a dialog always is, so that it gives the focus back [KY6]. */
export function PanelHost({ shownAs, panels }: PanelHostProps) {
  const here = panels.filter((panel) => panel.shownAs === shownAs);
  if (shownAs === "dialog") {
    return here.map((panel) => (
      <panel.Panel key={panel.id} open={panel.isOpen} close={panel.close} />
    ));
  }
  return here
    .filter(({ isOpen }) => isOpen)
    .map((panel) => (
      <PanelBoundary key={panel.id}>
        <SideCard panel={panel} />
      </PanelBoundary>
    ));
}

function SideCard({ panel }: { panel: StationPanel }) {
  const t = useTranslations("app");
  const { icon: Icon, label, close } = panel;
  return (
    <Panel label={label}>
      <header className={styles["head"]}>
        <Icon size={16} aria-hidden="true" />
        <h2 className={styles["title"]}>{label}</h2>
        <Button look="quiet" icon={X} aria-label={t("close")} onClick={close} />
      </header>
      <div className={styles["body"]}>
        <Suspense fallback={null}>
          <panel.Panel open close={close} />
        </Suspense>
      </div>
    </Panel>
  );
}
