import {
  addIntegration,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
} from "@sentry/browser";

import type { ErrorReporting } from "@linedesk/contract";
import { maskRecording, maskSent } from "./mask-sent.ts";

/**
 * Sends errors and traces, with the `early` errors first. The client wraps only `fetch` and the
 * history.
 */
export async function reportErrors(
  options: ErrorReporting,
  early: readonly unknown[],
): Promise<void> {
  init({
    dsn: options.dsn,
    release: options.release,
    environment: options.environment,
    sampleRate: options.errorRate,
    tracesSampleRate: options.traceRate,
    replaysSessionSampleRate: options.replaySessionRate,
    replaysOnErrorSampleRate: options.replayErrorRate,
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      // Clicks are left out, because their label can contain a caller's name.
      breadcrumbsIntegration({ dom: false }),
      browserTracingIntegration({ enableInp: false, linkPreviousTrace: "in-memory" }),
    ],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    // No request gets trace headers, because our own server does not read them.
    tracePropagationTargets: [],
    transport: maskingTransport,
  });
  for (const error of early) {
    captureException(error);
  }
  const { createReplay } = await import("./create-replay.ts");
  addIntegration(createReplay(options));
}

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport["send"]>[0];

function maskingTransport(options: Parameters<typeof makeFetchTransport>[0]): Transport {
  const transport = makeFetchTransport(options);
  return {
    ...transport,
    send: async ([headers, items]) => {
      const masked: unknown[] = [];
      for (const [header, payload] of items) {
        const isRecording = header.type === "replay_recording" && typeof payload === "string";
        masked.push([header, isRecording ? await packRecording(payload) : maskSent(payload)]);
      }
      return await transport.send([maskSent(headers), masked] as unknown as Envelope);
    },
  };
}

/** Masks and compresses the events. The first line, which is a header, stays unchanged. */
async function packRecording(payload: string): Promise<Uint8Array> {
  const end = payload.indexOf("\n") + 1;
  const events = new Blob([maskRecording(payload.slice(end))]);
  const packed = new Response(events.stream().pipeThrough(new CompressionStream("deflate")));
  const parts = new Blob([payload.slice(0, end), await packed.arrayBuffer()]);
  return new Uint8Array(await parts.arrayBuffer());
}
