export interface EarlyEvents {
  resolved: string[];
  errors: Event[];
}
