import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ComponentType, memo, type ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { ShortcutCap } from "./KeyCap.tsx";
import type { ShownShortcut } from "./keys/command.ts";
import { useShownKeys } from "./keys/KeyboardProvider.tsx";
import { spellForAria } from "./keys/spell-keys.ts";
import { useDelayed } from "./use-delayed.ts";

import styles from "./Button.module.css";

type ButtonIcon = LucideIcon | ComponentType<{ size: number; strokeWidth?: number }>;

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled" | "onClick"> {
  /** The handler; with `null` the button is not drawn, because it cannot be used now. */
  onClick?: ComponentProps<"button">["onClick"] | null;
  look?: "plain" | "primary" | "danger" | "quiet";
  size?: "control" | "call" | "row";
  icon?: ButtonIcon;
  shortcut?: ShownShortcut;
  pending?: boolean;
  /**
   * The reason why the button cannot be used. The button stays focusable, so that people find the
   * reason.
   */
  disabledReason?: string | null;
  children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { look = "plain", size = "control", icon, shortcut, pending = false } = props;
  const { disabledReason: because = null, children, className, onClick, ...rest } = props;
  const slow = useDelayed(pending);
  const off = because !== null;
  const keys = useShownKeys(shortcut);
  if (onClick === null) {
    return null;
  }
  return (
    <button
      type="button"
      {...domProps(rest)}
      className={classNames(styles["button"], className)}
      data-look={look}
      data-size={size}
      data-slow={slow || undefined}
      aria-disabled={off || undefined}
      aria-busy={pending || undefined}
      aria-keyshortcuts={keys === null ? undefined : spellForAria(keys)}
      title={because ?? rest.title}
      onClick={off || pending ? undefined : onClick}
    >
      {icon === undefined ? null : <ButtonGlyph icon={icon} />}
      {children === undefined ? null : <span className={styles["label"]}>{children}</span>}
      {shortcut === undefined ? null : <ShortcutCap shortcut={shortcut} />}
    </button>
  );
}

const ButtonGlyph = memo(({ icon: Icon }: { icon: ButtonIcon }) => (
  <Icon size={16} strokeWidth={2} aria-hidden="true" />
));

function domProps(rest: Omit<ButtonProps, "onClick">): ComponentProps<"button"> {
  const { look: _l, size: _s, icon: _i, shortcut: _k, pending: _p, ...dom } = rest;
  return dom;
}
