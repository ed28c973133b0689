import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

import { AwakeHelp } from "../features/upkeep/AwakeHelp.tsx";
import { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { Button } from "../ui/Button.tsx";
import { LazyWords } from "../ui/LazyWords.tsx";
import { StatusPage } from "./StatusPage.tsx";

const words = { upkeep: upkeepMessages };

/** Shows `/help/awake`, which explains how to keep the desk's tab from sleeping. */
export function HelpRoute() {
  return (
    <LazyWords words={words}>
      <Help />
    </LazyWords>
  );
}

function Help() {
  const t = useTranslations("upkeep");
  const navigate = useNavigate();
  return (
    <StatusPage title={t("awake.title")}>
      <AwakeHelp site={window.location.host} />
      <Button look="primary" onClick={() => void navigate({ to: "/" })}>
        {t("home")}
      </Button>
    </StatusPage>
  );
}
