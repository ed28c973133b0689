import type { ManualLanguage, PageOrder } from "./page-order.ts";

const words = {
  en: {
    title: "Manual",
    about: "This manual shows how you take calls with Linedesk, and how you set up a station.",
    operators: "For operators",
    admins: "For admins",
  },
  de: {
    title: "Handbuch",
    about:
      "Dieses Handbuch zeigt, wie Sie mit Linedesk Anrufe annehmen und wie Sie einen Sender einrichten.",
    operators: "Für die Arbeit am Platz",
    admins: "Für die Verwaltung",
  },
} as const satisfies Record<ManualLanguage, object>;

/** Writes the page with the contents; `pages` has the resolved text of each page. */
export function writeContents(
  language: ManualLanguage,
  { operators, admins }: PageOrder,
  pages: ReadonlyMap<string, string>,
): string {
  const { title, about, ...headings } = words[language];
  function list(ids: readonly string[]): string {
    return ids
      .filter((id) => pages.has(id))
      .map((id) => `- ${describe(id, pages.get(id) ?? "")}`)
      .join("\n");
  }
  return `# ${title}

${about}

## ${headings.operators}

${list(operators)}

## ${headings.admins}

${list(admins)}
`;
}

/** Returns a link with the page's title, and its sentence of purpose. */
function describe(id: string, text: string): string {
  const [title = "", about = ""] = text.split("\n").filter((line) => line !== "");
  return `[${title.replace(/^# /, "")}](${id}.md): ${about}`;
}
