import { useState } from "react";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { addAudioServer, type PairedAudioServer, renameAudioServer } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { given, useCheckedForm, inputOf } from "../use-checked-form.ts";
import { useRefresh } from "../use-station-details.ts";

import styles from "../Admin.module.css";

interface AudioServerFormProps {
  station: string;
  /** The audio server to change; `null` adds one. */
  server: PairedAudioServer | null;
  onCode: (code: NewCode) => void;
  close: () => void;
}

/** Names an audio server; the answer for a new one contains its pairing code. */
export function AudioServerForm({ station, server, onCode, close }: AudioServerFormProps) {
  const t = useTranslations("audioServers");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  // The request contains this value as `seen`, because the person has not seen later changes.
  const [seen] = useState({ name: server?.name ?? "" });
  const form = useCheckedForm(z.object({ name: given(admin("station.needed")) }), seen);
  async function send(name: string): Promise<void> {
    if (server === null) {
      const params = { id: station };
      const { code } = await http.call(addAudioServer, { params, body: { name } });
      onCode({ name, code });
    } else {
      const params = { id: station, server: server.id };
      await http.call(renameAudioServer, { params, body: { name, seen } });
    }
    await refresh();
  }
  return (
    <FormCard
      title={server === null ? t("add") : t("renameOf", { name: server.name })}
      form={form}
      send={({ name }) => send(name.trim())}
      {...(server === null ? { submit: t("addDo") } : { close })}
    >
      <TextRow label={t("name")} hint={t("nameHint")} maxLength={60} {...inputOf(form, "name")} />
    </FormCard>
  );
}

/** A new pairing code. The server sends it only in this answer, so no other page can show it. */
export interface NewCode {
  name: string;
  code: string;
}

export function PairingCode({ code: { name, code }, close }: { code: NewCode; close: () => void }) {
  const t = useTranslations("audioServers");
  return (
    <section className={styles["card"]} aria-label={t("code", { name })}>
      <h3>{t("code", { name })}</h3>
      <output className={styles["code"]}>{code}</output>
      <p className={styles["hint"]}>{t("codeWords", { code })}</p>
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("codeDone")}</Button>
      </div>
    </section>
  );
}
