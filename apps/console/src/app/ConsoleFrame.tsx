import type { ReactNode } from "react";

import { OverlayRoot } from "../ui/OverlayRoot.tsx";
import type { DeskSize } from "../ui/use-desk-size.ts";
import { PanelBoundary } from "./PanelHost.tsx";

import styles from "./ConsoleFrame.module.css";

export type SideOpen = "low" | "high" | null;

interface ConsoleFrameProps {
  top: ReactNode;
  strip: ReactNode;
  /**
   * The lines are outside every error boundary, so that a failed bar or panel does not hide them.
   */
  lines: ReactNode;
  queue: ReactNode;
  side: ReactNode;
  /** The height of the open sheet: low for the caller and the chat, high for another panel. */
  sideOpen: SideOpen;
  /** In layouts narrower than `wide` the tabs of the sheet are always drawn. */
  size: DeskSize;
  bottom: ReactNode;
  mainLabel: string;
}

export function ConsoleFrame(props: ConsoleFrameProps) {
  return (
    <div className={styles["frame"]}>
      <PanelBoundary>{props.top}</PanelBoundary>
      <PanelBoundary>{props.strip}</PanelBoundary>
      <main className={styles["main"]} aria-label={props.mainLabel}>
        <div className={styles["lines"]} data-lines="">
          {props.lines}
        </div>
        <div className={styles["work"]} data-side={props.sideOpen ?? undefined}>
          <div className={styles["queue"]}>
            <PanelBoundary>{props.queue}</PanelBoundary>
          </div>
          {props.sideOpen !== null || props.size !== "wide" ? (
            <aside className={styles["side"]}>
              <PanelBoundary>{props.side}</PanelBoundary>
            </aside>
          ) : null}
        </div>
        <OverlayRoot />
      </main>
      <PanelBoundary>{props.bottom}</PanelBoundary>
    </div>
  );
}
