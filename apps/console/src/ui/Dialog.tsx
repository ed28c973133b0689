import type { DialogProps } from "./DialogPopup.tsx";
import { usePopups } from "./use-popups.ts";

/** What must be answered before the desk goes on. Esc closes it. */
export function Dialog(props: DialogProps) {
  const popups = usePopups(props.open);
  return popups === null ? null : <popups.DialogPopup {...props} />;
}
