import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

import { manualMessages } from "../features/manual/manual-messages.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import { useTheme } from "../features/settings/use-theme.ts";
import { AwakeHelp } from "../features/upkeep/AwakeHelp.tsx";
import { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { Button } from "../ui/Button.tsx";
import { LazyWords } from "../ui/LazyWords.tsx";
import { ManualPages } from "./ManualPages.tsx";
import { StatusPage } from "./StatusPage.tsx";

const words = { upkeep: upkeepMessages, manual: manualMessages };

/**
 * Shows `/help/answer`, a page of the manual, or `/help/awake`. It starts no console, because a
 * manual in another tab must not become the leading tab. In the desk's own tab the console already
 * runs.
 */
export function HelpRoute() {
  const { _splat: path = "" } = useParams({ from: "/help/$" });
  const { settings } = useSettings();
  useTheme(settings);
  return (
    <LazyWords words={words}>
      {path === "awake" ? <AwakePage /> : <ManualPages path={path} />}
    </LazyWords>
  );
}

/** Explains how to keep the desk's tab from sleeping. */
function AwakePage() {
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
