import { useRef } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface SignOutDialogProps {
  open: boolean;
  callers: readonly string[];
  cancel: () => void;
  signOut: () => void;
}

/** Asks before a sign-out that leaves calls on the lines. */
export function SignOutDialog({ open, callers, cancel, signOut }: SignOutDialogProps) {
  const t = useTranslations("user");
  const app = useTranslations("app");
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={cancel}
      initialFocus={cancelButton}
      closeLabel={app("close")}
      title={t("signOutTitle")}
      actions={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {t("stay")}
          </Button>
          <Button look="danger" onClick={signOut}>
            {t("signOut")}
          </Button>
        </>
      }
    >
      <p>{t("signOutWords", { count: callers.length, names: callers.join(", ") })}</p>
    </Dialog>
  );
}
