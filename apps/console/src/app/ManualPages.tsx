import { Link, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { ManualArticle } from "../features/manual/ManualArticle.tsx";
import { ManualFrame } from "../features/manual/ManualFrame.tsx";
import { ManualResults } from "../features/manual/ManualResults.tsx";
import { searchManual } from "../features/manual/search-manual.ts";
import { type Manual, useManual } from "../features/manual/use-manual.ts";
import { usePageTitle } from "./PageTitle.tsx";
import { LoadingPage } from "./StatusPage.tsx";

/** Shows a page of the manual, or for an empty path the contents or the results of a search. */
export function ManualPages({ path }: { path: string }) {
  const t = useTranslations("manual");
  const manual = useManual();
  const { find = "" } = useSearch({ from: "/help/$" });
  const title = manual?.pages.find((page) => page.path === path)?.title;
  usePageTitle(title === undefined ? t("title") : `${title} - ${t("title")}`);
  return manual === null ? <LoadingPage /> : <Frame manual={manual} path={path} find={find} />;
}

interface FrameProps {
  manual: Manual;
  path: string;
  find: string;
}

function Frame({ manual, path, find }: FrameProps) {
  const navigate = useNavigate();
  // A typed letter appears before its results, because the list is deferred.
  const wanted = useDeferredValue(find);
  const hits = useMemo(() => searchManual(manual.pages, wanted), [manual, wanted]);
  const [first] = hits;
  return (
    <ManualFrame
      manual={manual}
      path={path}
      find={find}
      setFind={(words) =>
        void navigate({
          to: "/help/$",
          params: { _splat: "" },
          search: words === "" ? {} : { find: words },
          // The first letter adds a history entry, so that Back returns to the page.
          replace: find !== "",
        })
      }
      openFirst={() =>
        first === undefined
          ? undefined
          : void navigate({ to: "/help/$", params: { _splat: first.path }, hash: first.id })
      }
      link={linkPage}
      home={(words) => <DeskLink words={words} />}
    >
      {find === "" ? (
        <Page manual={manual} path={path} />
      ) : (
        <ManualResults find={wanted} hits={hits} link={linkPage} />
      )}
    </ManualFrame>
  );
}

function Page({ manual, path }: Pick<FrameProps, "manual" | "path">) {
  const t = useTranslations("manual");
  const at = useRouterState({ select: ({ location }) => location.hash });
  const parts = useMemo(() => ({ pictures: manual.pictures, link: linkPage }), [manual]);
  const page = path === "" ? manual.contents : manual.pages.find((one) => one.path === path);
  if (page === undefined) {
    return (
      <article>
        <h1>{t("unknown")}</h1>
        <p>{t("unknownWords")}</p>
      </article>
    );
  }
  return (
    <ManualArticle key={path} page={page} parts={parts} at={at}>
      {path === "" ? linkPage("awake", t("awake")) : null}
    </ManualArticle>
  );
}

function linkPage(path: string, words: ReactNode, id = ""): ReactNode {
  return (
    <Link to="/help/$" params={{ _splat: path }} hash={id} activeOptions={{ exact: true }}>
      {words}
    </Link>
  );
}

/** Links to the desk of the open station, otherwise to the desk of the person's first station. */
function DeskLink({ words }: { words: ReactNode }) {
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  const station = stations.find(({ id }) => id === open)?.callSign.toLowerCase();
  return station === undefined ? (
    <Link to="/">{words}</Link>
  ) : (
    <Link to="/$station" params={{ station }}>
      {words}
    </Link>
  );
}
