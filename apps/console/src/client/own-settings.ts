import { defaultSettings, type UserSettings } from "@linedesk/contract";

export class OwnSettings {
  current: UserSettings = defaultSettings;
  readonly #listeners = new Set<() => void>();

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emitChanged(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
