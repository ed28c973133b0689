import { type ReactNode, useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { Integration } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import { ListCard, RowButtons } from "../table/ListCard.tsx";

import styles from "../Admin.module.css";

type Open = (
  what:
    | { what: "form"; kind: Integration["kind"]; id: string }
    | { what: "log" | "remove" | "renew"; id: string },
) => void;

interface IntegrationTableProps {
  items: readonly Integration[];
  open: Open;
  children?: ReactNode;
}

export function IntegrationTable({ items, open, children }: IntegrationTableProps) {
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  return (
    <ListCard
      name="integrations"
      label={admin("section.integrations")}
      empty={{ title: t("empty"), words: t("emptyWords") }}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          title: t("name"),
          by: ({ name }) => name,
          words: ({ name, url }) => `${name} ${url ?? ""}`,
          cell: ({ name, url, kind }) => (
            <>
              {name}
              <span className={styles["quiet"]}>{url ?? t(`kind.${kind}`)}</span>
            </>
          ),
        },
        {
          id: "state",
          title: t("stateTitle"),
          by: ({ state }) => t(`state.${state}`),
          cell: (one) => <State one={one} />,
        },
      ]}
      actions={{ title: admin("edit"), cell: (one) => <Buttons one={one} open={open} /> }}
    >
      {children}
    </ListCard>
  );
}

function Buttons({ one: { id, kind, name }, open }: { one: Integration; open: Open }) {
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  return (
    <>
      {kind === "webhook" ? (
        <Button aria-label={t("logOf", { name })} onClick={() => open({ what: "log", id })}>
          {t("log")}
        </Button>
      ) : null}{" "}
      <Button aria-label={t("edit", { name })} onClick={() => open({ what: "form", kind, id })}>
        {admin("edit")}
      </Button>{" "}
      <Button look="quiet" onClick={() => open({ what: "renew", id })}>
        {t("renew")}
      </Button>{" "}
      <RowButtons name={name} remove={() => open({ what: "remove", id })} />
    </>
  );
}

function State({ one: { state, failingSince, waiting } }: { one: Integration }) {
  const t = useTranslations("integrations");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  return (
    <>
      {t(`state.${state}`)}
      {failingSince === null ? null : (
        <span className={styles["quiet"]}>
          {t("since", { when: formats.full(Date.parse(failingSince)) })}
        </span>
      )}
      {waiting === 0 ? null : (
        <span className={styles["quiet"]}>{t("waiting", { count: waiting })}</span>
      )}
    </>
  );
}
