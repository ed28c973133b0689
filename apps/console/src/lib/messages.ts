/** The words of the console by namespace: each file of words merges its own namespace into it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the other files fill it.
export interface Messages {}

/** Words that come with the chunk of their screen, and not with the page [SH17]. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the other files fill it.
export interface LazyMessages {}

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages & LazyMessages;
  }
}
