import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { addAudioServer, type PairedAudioServer, renameAudioServer } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useRefresh } from "../use-station-details.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import type { NewCode } from "./PairingCode.tsx";

import styles from "../Admin.module.css";

interface AudioServerFormProps {
  station: string;
  /** Null adds one. */
  server: PairedAudioServer | null;
  onCode: (code: NewCode) => void;
  close: () => void;
}

/** Names an audio server, new or not; a new one answers with its pairing code. */
export function AudioServerForm({ station, server, onCode, close }: AudioServerFormProps) {
  const t = useTranslations("audioServers");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const defaultValues = { name: server?.name ?? "" };
  const form = useForm<{ name: string }>({ defaultValues, mode: "onSubmit" });
  const saving = useSave(form.setError);
  useUnsavedGuard(form.formState.isDirty);
  async function send(name: string): Promise<void> {
    if (server === null) {
      const params = { id: station };
      const { code } = await http.call(addAudioServer, { params, body: { name } });
      onCode({ name, code });
      form.reset();
    } else {
      const params = { id: station, server: server.id };
      await http.call(renameAudioServer, { params, body: { name } });
      close();
    }
    await refresh();
  }
  const title = server === null ? t("add") : t("renameOf", { name: server.name });
  const submit = form.handleSubmit(({ name }) => saving.run(() => send(name.trim())));
  return (
    <form
      className={styles["card"]}
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{title}</h3>
      <TextRow
        label={t("name")}
        hint={t("nameHint")}
        wrong={form.formState.errors.name?.message}
        maxLength={60}
        {...form.register("name", {
          validate: (text) => text.trim() !== "" || admin("station.needed"),
        })}
      />
      <FormFoot
        saving={saving}
        state="clean"
        cancel={server === null ? null : close}
        {...(server === null ? { submit: t("addDo") } : {})}
      />
    </form>
  );
}
