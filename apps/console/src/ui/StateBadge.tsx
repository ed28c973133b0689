import {
  Check,
  Forward,
  Headset,
  PhoneIncoming,
  PhoneOff,
  SkipForward,
  TriangleAlert,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { type ComponentType, memo } from "react";

import type { DisplayState } from "../lib/display-state.ts";

import styles from "./StateBadge.module.css";

type BadgeIcon =
  | LucideIcon
  | ComponentType<{ size: number; strokeWidth?: number; className?: string | undefined }>;

const icons: Record<DisplayState, BadgeIcon> = {
  ringing: PhoneIncoming,
  next: SkipForward,
  verified: Check,
  held: PauseBars,
  unattended: TriangleAlert,
  on_line: Headset,
  elsewhere: Headset,
  on_air: OnAirLamp,
  offered: Forward,
  leaving: PhoneOff,
  claimed: UserRound,
  ended: PhoneOff,
};

interface StateBadgeProps {
  tone: DisplayState;
  words: string;
  /** The text in a narrow place; screen readers still read the full words. */
  short?: string | null;
  filled?: boolean;
  /** Pulses at 1 Hz for ten seconds, for a call that has just begun to ring. */
  fresh?: boolean;
}

/** Longer words may not fit into a row's column. */
const SHORT_WORDS = 9;

/** Shows a state by shape, word and colour, never only by colour. */
export const StateBadge = memo((props: StateBadgeProps) => {
  const { tone, words, short = null, filled = false, fresh = false } = props;
  const Icon = icons[tone];
  return (
    <span
      className={styles["badge"]}
      data-tone={tone}
      data-filled={filled || undefined}
      data-fresh={fresh || undefined}
    >
      <Icon size={15} strokeWidth={2.25} aria-hidden="true" className={styles["icon"]} />
      <span
        className={styles["words"]}
        data-short={short ?? undefined}
        data-cut={words.length > SHORT_WORDS || undefined}
      >
        {words}
      </span>
    </span>
  );
});

/** Draws two solid bars, because an outlined pause icon is hard to recognise at 15 px. */
export function PauseBars({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path d="M8.5 5v14M15.5 5v14" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export function OnAirLamp({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      className={className}
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="5" fill="currentColor" />
      <path
        d="M5.6 5.6a9 9 0 0 0 0 12.8M18.4 5.6a9 9 0 0 1 0 12.8"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
