import type { IncomingMessage, ServerResponse } from "node:http";

import { errors, type Provider } from "oidc-provider";

import { choicePage, problemPage } from "./page.ts";
import type { Person } from "./people.ts";

export interface InteractionDeps {
  provider: Provider;
  people: readonly Person[];
  stylesheetPath: string;
}

const MAX_FORM_BYTES = 4096;

/** A GET shows the page on which a person is chosen. A POST signs the chosen person in. */
export async function handleInteraction(
  deps: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method === "GET") {
      return await showChoice(deps, request, response);
    }
    if (request.method === "POST") {
      return await submitChoice(deps, request, response);
    }
    sendHtml(
      response,
      405,
      problem(deps, "This page accepts only GET and POST.", "method_not_allowed"),
    );
  } catch (error) {
    // The sign-in is unknown here: it is too old, from another browser, or from before a restart.
    if (!(error instanceof errors.SessionNotFound)) {
      throw error;
    }
    sendHtml(response, 400, problem(deps, "This sign-in has expired. Start again.", error.error));
  }
}

async function showChoice(
  { provider, people, stylesheetPath }: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  const action = originalUrl(request);
  sendHtml(response, 200, choicePage({ people, action, stylesheet: stylesheetPath }));
}

async function submitChoice(
  deps: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin, host } = request.headers;
  const isForeign =
    origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  if (isForeign) {
    return sendHtml(
      response,
      403,
      problem(deps, "This form is from another site. Start the sign-in again.", "foreign_origin"),
    );
  }
  const form = await readForm(request);
  const person = deps.people.find(({ sub }) => sub === form?.get("person"));
  if (person === undefined) {
    return sendHtml(response, 400, problem(deps, "Choose one of the people.", "unknown_person"));
  }
  const returnTo = await finish(deps.provider, { request, response }, person);
  response.writeHead(303, { location: returnTo, "content-length": 0 });
  response.end();
}

async function finish(
  provider: Provider,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  person: Person,
): Promise<string> {
  const interaction = await provider.interactionDetails(request, response);
  const earlier = interaction.session?.uid;
  if (earlier !== undefined) {
    // If another person was chosen before, the provider would first sign that person out, on a page
    // with an inline script. Our Content Security Policy forbids such a script, so we end the
    // earlier session here.
    await (await provider.Session.findByUid(earlier))?.destroy();
    delete interaction.session;
  }
  interaction.result = { login: { accountId: person.sub } };
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
  return interaction.returnTo;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_FORM_BYTES) {
    return null;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // The request must stay open when the loop ends at a long body, so that its sender gets the
  // response.
  const pieces: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) {
      return null;
    }
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function originalUrl(request: IncomingMessage): string {
  return (request as IncomingMessage & { originalUrl?: string }).originalUrl ?? request.url ?? "/";
}

function problem({ stylesheetPath }: InteractionDeps, words: string, code: string): string {
  return problemPage({ words, code, stylesheet: stylesheetPath });
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
  response.end(html);
}
