import { useInfiniteQuery } from "@tanstack/react-query";

import {
  addIntegration,
  changeIntegration,
  type EndpointAnswer,
  type EndpointBody,
  type Integration,
  type IntegrationDelivery,
  listDeliveries,
  listIntegrations,
  removeIntegration,
  renewIntegrationSecret,
  resendDelivery,
  testIntegration,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { type Fetched, useStationQuery, useStationChange } from "../use-station-details.ts";

/** A new attempt of a delivery causes no event to the console, so the page reloads its data. */
const RELOAD_MS = 5_000;

export function useIntegrations(station: string): Fetched<EndpointAnswer<typeof listIntegrations>> {
  return useStationQuery(
    station,
    "integrations",
    (http, of) => http.call(listIntegrations, of),
    RELOAD_MS,
  );
}

type Wanted = Omit<EndpointBody<typeof changeIntegration>, "version">;

export interface NewSecret {
  integration: Integration;
  secret: string;
}

export function useIntegrationChanges(station: string) {
  const run = useStationChange(station);
  const toParams = ({ id }: Integration) => ({ id: station, integration: id });
  return {
    add: (body: EndpointBody<typeof addIntegration>): Promise<NewSecret> =>
      run((http) => http.call(addIntegration, { params: { id: station }, body })),
    change: async (one: Integration, wanted: Wanted): Promise<void> => {
      const body = { ...wanted, version: one.version };
      await run((http) => http.call(changeIntegration, { params: toParams(one), body }));
    },
    remove: async (one: Integration): Promise<void> => {
      await run((http) => http.call(removeIntegration, { params: toParams(one) }));
    },
    renew: (one: Integration): Promise<NewSecret> =>
      run((http) => http.call(renewIntegrationSecret, { params: toParams(one) })),
    test: async (one: Integration): Promise<void> => {
      await run((http) => http.call(testIntegration, { params: toParams(one) }));
    },
    resend: async (one: Integration, { id: delivery }: IntegrationDelivery): Promise<void> => {
      await run((http) => http.call(resendDelivery, { params: { ...toParams(one), delivery } }));
    },
  };
}

export type IntegrationChanges = ReturnType<typeof useIntegrationChanges>;

export function useDeliveries(station: string, integration: string) {
  const { http } = useConsole();
  const page = useInfiniteQuery({
    queryKey: ["station-admin", station, "deliveries", integration],
    queryFn: ({ pageParam: cursor, signal }) =>
      http.call(listDeliveries, {
        params: { id: station, integration },
        query: cursor === null ? {} : { cursor },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: RELOAD_MS,
  });
  return {
    items: page.data?.pages.flatMap(({ items }) => items) ?? null,
    failed: page.error === null ? null : describeFailure(page.error).words,
    showMore: page.hasNextPage ? () => void page.fetchNextPage() : null,
  };
}
