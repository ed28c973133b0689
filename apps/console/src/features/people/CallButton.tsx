import { Phone } from "lucide-react";
import { useTranslations } from "use-intl";

import type { OpenDial } from "../../client/use-open-dial.ts";
import { Button } from "../../ui/Button.tsx";

interface CallButtonProps {
  dial: OpenDial;
  number: string;
  display: string;
  name: string;
}

export function CallButton({ dial, number, display, name }: CallButtonProps) {
  const t = useTranslations("people");
  const words = t("callName", { name });
  return (
    <Button
      look="quiet"
      icon={Phone}
      title={words}
      aria-label={words}
      onClick={() => dial(number, display)}
    />
  );
}
