import type { DialogProps } from "./DialogPopup.tsx";
import { usePopups } from "./use-popups.ts";

/** Shows a question that blocks the desk until it is answered. Esc closes it. */
export function Dialog(props: DialogProps) {
  const popups = usePopups(props.open);
  return popups === null ? null : <popups.DialogPopup {...props} />;
}
