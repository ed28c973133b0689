import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { changeFlag, type FlagDetails, flagGlyphs } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { ListCard } from "../table/ListCard.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { useRefusableChange } from "../use-station-details.ts";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

interface FlagTableProps {
  station: string;
  flags: readonly FlagDetails[];
  edit: (id: string) => void;
  leave: (flag: FlagDetails) => void;
  children?: ReactNode;
}

export function FlagTable({ station, flags, edit, leave, children }: FlagTableProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { refused, bringBack } = useBringBack(station);
  return (
    <ListCard
      name="flags"
      label={admin("section.flags")}
      empty={{ title: t("empty"), words: t("emptyWords") }}
      rows={flags}
      rowKey={({ id }) => id}
      columns={useFlagColumns()}
      refused={refused}
      actions={{
        title: admin("edit"),
        cell: (flag) => (
          <FlagButtons
            flag={flag}
            edit={() => edit(flag.id)}
            leave={() => leave(flag)}
            restore={() => void bringBack(flag)}
          />
        ),
      }}
    >
      {children}
    </ListCard>
  );
}

function useFlagColumns(): DataColumn<FlagDetails>[] {
  const t = useTranslations("registers.flags");
  const readKind = ({ kind }: FlagDetails) => t(`kinds.${kind}`);
  const readEffect = ({ retired, effect }: FlagDetails) =>
    retired ? t("retired") : t(`effects.${effect}`);
  return [
    {
      id: "name",
      title: t("name"),
      by: ({ name }) => name,
      cell: ({ name, colour, icon, hiddenByDefault }) => (
        <>
          <span className={own["swatch"]} style={{ background: colour }} aria-hidden="true" />
          {icon === null ? null : <span aria-hidden="true">{flagGlyphs[icon]} </span>}
          {name}
          {hiddenByDefault ? <span className={styles["quiet"]}>{t("hidden")}</span> : null}
        </>
      ),
    },
    { id: "kind", title: t("kind"), by: readKind },
    { id: "effect", title: t("effect"), by: readEffect },
    { id: "carriers", title: t("carriers"), by: ({ carriers }) => carriers },
  ];
}

interface FlagButtonsProps {
  flag: FlagDetails;
  edit: () => void;
  leave: () => void;
  restore: () => void;
}

function FlagButtons({ flag, edit, leave, restore }: FlagButtonsProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { name, retired, carriers } = flag;
  const isCarried = carriers > 0;
  return (
    <>
      {retired ? (
        <Button aria-label={t("bringBackOf", { name })} onClick={restore}>
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
    </>
  );
}

function useBringBack(station: string) {
  const { refused, run } = useRefusableChange(station);
  function restore({ id, carriers: _carriers, ...body }: FlagDetails) {
    const params = { id: station, flag: id };
    return run((http) =>
      http.call(changeFlag, { params, body: { ...body, retired: false, seen: body } }),
    );
  }
  return { refused, bringBack: restore };
}
