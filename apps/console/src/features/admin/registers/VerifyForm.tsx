import { useTranslations } from "use-intl";

import { verifyCallerId } from "@linedesk/contract";
import { NumberForm } from "../NumberForm.tsx";
import { useStationChange } from "../use-station-details.ts";

export function VerifyForm({ station }: { station: string }) {
  const t = useTranslations("registers.callerIds");
  const change = useStationChange(station);
  return (
    <NumberForm
      title={t("verify")}
      hint={t("numberHint")}
      nameLabel={t("name")}
      nameLength={64}
      submit={t("call")}
      send={async ({ number, name }) => {
        const body = { station, number, ...(name === "" ? {} : { name }) };
        await change((http) => http.call(verifyCallerId, { body }));
      }}
    />
  );
}
