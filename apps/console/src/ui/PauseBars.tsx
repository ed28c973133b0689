interface IconProps {
  size: number;
  className?: string | undefined;
}

/** Two solid bars: at 15 px an outlined pause is a smudge. */
export function PauseBars({ size, className }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path d="M8.5 5v14M15.5 5v14" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
