import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";

import { stationHealth } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";

/** Shows the version of the server as soon as it is known. */
export function ServerVersion() {
  const t = useTranslations("admin");
  const { http } = useConsole();
  const health = useQuery({
    queryKey: ["version"],
    queryFn: ({ signal }) => http.call(stationHealth, { signal }),
  });
  const version = health.data?.version;
  return version === undefined ? null : <>{t("version", { version })}</>;
}
