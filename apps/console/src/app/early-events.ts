/** What happened in the page before anything was there to be told of it. */
export interface EarlyEvents {
  /** Addresses of completed route changes. */
  resolved: string[];
  errors: Event[];
}
