import { Download } from "lucide-react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import { TextRow } from "../TextRow.tsx";
import { type AuditSearch, everything } from "./use-audit.ts";

import styles from "../Admin.module.css";

interface AuditSearchFormProps {
  search: (wanted: AuditSearch) => void;
  save: () => void;
  pending: boolean;
}

export function AuditSearchForm({ search, save, pending }: AuditSearchFormProps) {
  const t = useTranslations("audit");
  const { register, handleSubmit } = useForm<AuditSearch>({ defaultValues: everything });
  const submit = handleSubmit((wanted) => search(wanted));
  return (
    <form
      className={styles["card"]}
      aria-label={t("filters")}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles["pair"]}>
        <TextRow
          label={t("person")}
          hint={t("personHint")}
          maxLength={100}
          {...register("person")}
        />
        <TextRow
          label={t("action")}
          hint={t("actionHint")}
          maxLength={100}
          {...register("action")}
        />
        <TextRow
          label={t("object")}
          hint={t("objectHint")}
          maxLength={100}
          {...register("object")}
        />
        <TextRow label={t("from")} type="date" {...register("from")} />
        <TextRow label={t("to")} type="date" {...register("to")} />
      </div>
      <div className={styles["buttons"]}>
        <Button look="primary" type="submit" pending={pending}>
          {t("search")}
        </Button>
        <Button icon={Download} onClick={save}>
          {t("export")}
        </Button>
      </div>
    </form>
  );
}
