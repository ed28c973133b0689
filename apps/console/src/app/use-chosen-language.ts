import { type Mutation, useIsMutating } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";

import { chooseLanguage, toLanguage, type UserSettings } from "@linedesk/contract";
import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectIsOnCall } from "../client/store/select-calls.ts";
import { areSettingsLoaded } from "../features/settings/use-theme.ts";

interface LanguageChange {
  /** The setting when the page loaded it; `null` before that. */
  first: string | null;
  chosen: string;
  isPicked: boolean;
  path: string;
  isBusy: boolean;
}

/**
 * Returns the address for a changed language; `null` without a change, and while a call is on a
 * line or a change is being saved.
 */
export function findLanguageAddress(change: LanguageChange): string | null {
  const { first, chosen, isPicked, path, isBusy } = change;
  if (first === null || (first === chosen && !isPicked) || isBusy) {
    return null;
  }
  const address = toLanguage(path, chooseLanguage(chosen));
  return address === path ? null : address;
}

const languageChange = z.object({ setting: z.literal("LOCALE") });

function isLanguageChange({ state }: Pick<Mutation, "state">): boolean {
  return languageChange.safeParse(state.variables).success;
}

/**
 * Follows the person's language, even when another tab sets it. It never leaves the page during a
 * call.
 */
export function useChosenLanguage(settings: UserSettings): void {
  const first = useRef<string | null>(null);
  const isOnCall = useRootState(selectIsOnCall);
  const isSaving = useIsMutating() > 0;
  // The page can have another language than the setting until the person chooses one here.
  const isPicked = useRef(false);
  const isPicking = useIsMutating({ predicate: isLanguageChange }) > 0;
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const isLoaded = areSettingsLoaded(settings);
  useEffect(() => {
    if (!isLoaded) {
      return;
    }
    first.current ??= settings.locale;
    isPicked.current ||= isPicking;
    const address = findLanguageAddress({
      first: first.current,
      chosen: settings.locale,
      isPicked: isPicked.current,
      path: window.location.pathname,
      isBusy: isOnCall || isSaving,
    });
    if (address !== null) {
      window.location.assign(address + search);
    }
  }, [isLoaded, settings.locale, isOnCall, isPicking, isSaving, search]);
}
