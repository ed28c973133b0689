import { useTranslations } from "use-intl";

import type { TrunkTrial } from "@linedesk/contract";

/** What a trunk answered when it was tried: OPTIONS, and REGISTER where we register. */
export function TrialWords({ trial: { answers, registerStatus } }: { trial: TrunkTrial }) {
  const t = useTranslations("telephony");
  function describeRegister(status: number): string {
    if (status === 0) {
      return t("registerSilent");
    }
    return status < 300 ? t("registerOk") : t("registerRefused", { code: String(status) });
  }
  const words = [
    t(answers ? "answered" : "silent"),
    ...(registerStatus === null ? [] : [describeRegister(registerStatus)]),
  ];
  return <>{words.join(" ")}</>;
}
