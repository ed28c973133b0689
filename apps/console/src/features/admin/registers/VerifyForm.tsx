import { useTranslations } from "use-intl";

import { verifyCallerId } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { NumberForm } from "../NumberForm.tsx";
import { useRefresh } from "../use-station-details.ts";

export function VerifyForm({ station }: { station: string }) {
  const t = useTranslations("registers.callerIds");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <NumberForm
      title={t("verify")}
      hint={t("numberHint")}
      nameLabel={t("name")}
      nameLength={64}
      submit={t("call")}
      send={async ({ number, name }) => {
        const body = { station, number, ...(name === "" ? {} : { name }) };
        await http.call(verifyCallerId, { body });
        await refresh();
      }}
    />
  );
}
