import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import type { FallbackProps } from "react-error-boundary";
import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Panel } from "../ui/Panel.tsx";

/** One for each panel: what fails in one stays there. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={PanelFailed}>{children}</ErrorBoundary>;
}

export function PanelFailed({ resetErrorBoundary }: Pick<FallbackProps, "resetErrorBoundary">) {
  const t = useTranslations("app");
  return (
    <Panel label={t("panelFailed")}>
      <EmptyState icon={RotateCw} title={t("panelFailed")}>
        {t("panelFailedWords")}
        <Button onClick={() => resetErrorBoundary()}>{t("reloadPanel")}</Button>
      </EmptyState>
    </Panel>
  );
}
