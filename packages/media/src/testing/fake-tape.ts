import type { RecordingSink } from "../recording/recording-tap.ts";

export class FakeTape implements RecordingSink {
  readonly samples: number[] = [];
  readonly chunks: Int16Array[] = [];
  opened: Parameters<RecordingSink["open"]>[1] | null = null;
  closed: string | null | undefined = undefined;

  open(_id: string, file: Parameters<RecordingSink["open"]>[1]): void {
    this.opened = file;
  }

  write(_id: string, samples: Int16Array): void {
    this.samples.push(...samples);
    this.chunks.push(samples);
  }

  close(_id: string, fault: string | null): void {
    this.closed = fault;
  }
}
