import { Download } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { ExportProgress } from "../../ui/ExportProgress.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { FilesView } from "./contact-files.ts";

export function ExportMenu({ files, station }: { files: FilesView; station: string }) {
  const t = useTranslations("contacts.export");
  const { exports, exportAs, exporting } = files;
  if (exporting !== null) {
    return <ExportProgress progress={exporting} />;
  }
  if (exports.length === 0) {
    return null;
  }
  return (
    <Menu
      trigger={
        <Button look="quiet" icon={Download}>
          {t("open")}
        </Button>
      }
      align="end"
      label={t("open")}
      entries={exports.flatMap((scope) => {
        const name = scope.owner === "person" ? t("person") : (scope.show ?? station);
        return (["csv", "vcard"] as const).map((format) => ({
          type: "item" as const,
          key: `${scope.owner} ${scope.show ?? ""} ${format}`,
          label: t(format, { name }),
          run: () => exportAs(format, scope),
        }));
      })}
    />
  );
}
