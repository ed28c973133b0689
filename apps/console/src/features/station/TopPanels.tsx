import { Button } from "../../ui/Button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { type PanelButton, showShortcut } from "./PanelButtons.tsx";

export function TopPanels({ panels }: { panels: readonly PanelButton[] }) {
  const wide = useMedia("(width >= 1100px)");
  const roomy = useMedia("(width >= 760px)");
  if (!roomy) {
    return null;
  }
  return panels
    .filter(({ inTopBar }) => inTopBar === true)
    .map(({ id, label, icon, shortcut, isOpen, toggle }) => (
      <Button
        key={id}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={toggle}
        {...(icon === undefined ? {} : { icon })}
        {...(wide ? showShortcut({ id, shortcut }) : {})}
      >
        {wide ? label : undefined}
      </Button>
    ));
}
