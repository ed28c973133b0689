import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import type { ReactNode } from "react";

import { chooseCommand, chooseReleased } from "./choose-command.ts";
import type { KeyContext } from "./choose-command.ts";
import { createCommandRegistry } from "./command-registry.ts";
import type { Command, CommandRegistry } from "./command-registry.ts";

const RegistryContext = createContext<CommandRegistry | null>(null);

const typingKinds = new Set(["text", "search", "email", "number", "password", "tel", "url"]);

function isTyping(target: Element | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && typingKinds.has(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

function contextNow(lastRun: ReadonlyMap<string, number>): KeyContext {
  const focused = document.activeElement;
  return {
    now: performance.now(),
    typing: isTyping(focused),
    inQueue: focused?.closest("[data-keys=queue]") !== null && focused !== null,
    covered: document.querySelector("[data-covers]") !== null,
    lastRun,
  };
}

function listen(registry: CommandRegistry): () => void {
  const lastRun = new Map<string, number>();
  function handleDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    const context = contextNow(lastRun);
    const choice = chooseCommand(registry.list(), event, context);
    if (choice === null) {
      return;
    }
    event.preventDefault();
    if (choice.held) {
      return;
    }
    lastRun.set(choice.command.id, context.now);
    choice.command.run();
  }
  function handleUp(event: KeyboardEvent) {
    chooseReleased(registry.list(), event)?.release?.();
  }
  window.addEventListener("keydown", handleDown);
  window.addEventListener("keyup", handleUp);
  return () => {
    window.removeEventListener("keydown", handleDown);
    window.removeEventListener("keyup", handleUp);
  };
}

/** The one listener for keys; what stands below registers its commands with `useCommands`. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createCommandRegistry(), []);
  useEffect(() => listen(registry), [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

function useRegistry(): CommandRegistry {
  const registry = use(RegistryContext);
  if (registry === null) {
    throw new Error("a KeyBoard must stand above what has keys");
  }
  return registry;
}

/** Offers commands while mounted. Hand in a memoised list. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.add(commands), [registry, commands]);
}

export function useCommandList(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.onChange, registry.list);
}
