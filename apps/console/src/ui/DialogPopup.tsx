import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";

import { Button } from "./Button.tsx";
import { useOverlayRoot } from "./OverlayRoot.tsx";

import styles from "./DialogPopup.module.css";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  wide?: boolean;
  narrow?: boolean;
  /**
   * Is true when no element in the dialog takes the focus. Then the body gets the focus, and arrow
   * keys scroll the body.
   */
  readOnly?: boolean;
  /** The element that gets the focus first; by default the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
  actions?: ReactNode;
}

export function DialogPopup(props: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={props.open}
      onOpenChange={(open) => {
        if (!open) {
          props.onClose();
        }
      }}
    >
      <BaseDialog.Portal container={useOverlayRoot()}>
        <BaseDialog.Backdrop className={styles["backdrop"]} />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={props.initialFocus ?? popup}
          data-covers=""
          className={styles["popup"]}
          data-wide={props.wide === true || undefined}
          data-narrow={props.narrow === true || undefined}
          onKeyDown={props.onKeyDown}
        >
          <header className={styles["head"]}>
            <BaseDialog.Title>{props.title}</BaseDialog.Title>
            <BaseDialog.Close
              render={<Button look="quiet" icon={X} aria-label={props.closeLabel} />}
            />
          </header>
          {props.readOnly === true ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
            <section className={styles["body"]} aria-label={props.title} tabIndex={0}>
              {props.children}
            </section>
          ) : (
            <div className={styles["body"]}>{props.children}</div>
          )}
          {props.actions === undefined ? null : (
            <footer className={styles["foot"]}>{props.actions}</footer>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
