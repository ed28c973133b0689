import { useState } from "react";
import { useTranslations } from "use-intl";

import { changeFlag, type FlagDetails, flagGlyphs } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { useRefresh } from "../use-station-details.ts";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

interface FlagTableProps {
  station: string;
  flags: readonly FlagDetails[];
  edit: (id: string) => void;
  /** Removes or retires it. */
  leave: (flag: FlagDetails) => void;
}

export function FlagTable({ station, flags, edit, leave }: FlagTableProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { refused, bringBack } = useBringBack(station);
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("kind")}</th>
            <th scope="col">{t("effect")}</th>
            <th scope="col">{t("carriers")}</th>
            <th scope="col">
              <VisuallyHidden>{admin("edit")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {flags.map((flag) => (
            <FlagRow
              key={flag.id}
              flag={flag}
              edit={() => edit(flag.id)}
              leave={() => leave(flag)}
              bringBack={() => void bringBack(flag)}
            />
          ))}
        </tbody>
      </table>
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
    </div>
  );
}

interface FlagRowProps {
  flag: FlagDetails;
  edit: () => void;
  leave: () => void;
  bringBack: () => void;
}

function FlagRow({ flag, edit, leave, bringBack }: FlagRowProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { name, colour, icon, kind, effect, hiddenByDefault, retired, carriers } = flag;
  const isCarried = carriers > 0;
  return (
    <tr data-retired={retired || undefined}>
      <td>
        <span className={own["swatch"]} style={{ background: colour }} aria-hidden="true" />
        {icon === null ? null : <span aria-hidden="true">{flagGlyphs[icon]} </span>}
        {name}
        {hiddenByDefault ? <span className={styles["quiet"]}>{t("hidden")}</span> : null}
      </td>
      <td>{t(`kinds.${kind}`)}</td>
      <td>{retired ? t("retired") : t(`effects.${effect}`)}</td>
      <td>{carriers}</td>
      <td>
        {retired ? (
          <Button aria-label={t("bringBackOf", { name })} onClick={bringBack}>
            {t("bringBack")}
          </Button>
        ) : (
          <Button aria-label={admin("editOf", { name })} onClick={edit}>
            {admin("edit")}
          </Button>
        )}{" "}
        {retired && isCarried ? null : (
          <Button
            look="quiet"
            aria-label={isCarried ? t("retireOf", { name }) : admin("removeOf", { name })}
            onClick={leave}
          >
            {isCarried ? t("retire") : admin("remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function useBringBack(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const [refused, setRefused] = useState<string | null>(null);
  async function bringBack({ id, carriers: _carriers, ...body }: FlagDetails) {
    setRefused(null);
    try {
      const params = { id: station, flag: id };
      await http.call(changeFlag, { params, body: { ...body, retired: false, seen: body } });
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
    await refresh();
  }
  return { refused, bringBack };
}
