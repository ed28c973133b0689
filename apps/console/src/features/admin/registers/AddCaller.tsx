import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";

import { addCaller } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { NumberForm } from "../NumberForm.tsx";

/** Adds a caller who has not called yet, so that a flag can be set on the caller in advance. */
export function AddCaller({ station }: { station: string }) {
  const t = useTranslations("registers.callers");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const queries = useQueryClient();
  return (
    <NumberForm
      title={t("add")}
      hint={t("addHint")}
      nameLabel={admin("lines.name")}
      nameLength={100}
      submit={t("addDo")}
      send={async (body) => {
        await http.call(addCaller, { params: { id: station }, body });
        await queries.invalidateQueries({ queryKey: ["callers"] });
      }}
    />
  );
}
