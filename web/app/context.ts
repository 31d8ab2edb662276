import type { CookieJar } from '@claimdesk/api/cookies';
import type { createCaller } from '@claimdesk/api/router';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { createContext } from 'react-router';

/** What a loader or an action gets from the server around it: `context.get(siteContext)`. */
export interface SiteContext {
  /** Calls procedures in this process, with this request's cookies and address. */
  api: ReturnType<typeof createCaller>;
  /** The request's cookies; what is set here goes out with the answer. */
  cookies: CookieJar;
  /** For the scripts of hydrated pages; fresh for every answer. */
  nonce: string;
  /** The content policy of an answer whose scripts carry the nonce. */
  scriptPolicy: string;
  /** Scheme and host that visitors use, from configuration: `https://www.example.org`. */
  origin: string;
  /** Notes a failure in the log, by its class and never its message, which may quote a person. */
  report(error: unknown): void;
  /** Set when an editor looks at what is not public. */
  preview: PreviewOfPage | null;
  /** Set where developers work: what their pages show. Everywhere else there are no such pages. */
  developer: DeveloperForms | null;
}

export interface DeveloperForms {
  /** Every form of the product, and one with everything a form can ask. */
  definitions: readonly FormDefinition[];
  /** @returns good answers to all of it. */
  exampleOf(form: string): Answers;
}

export interface PreviewOfPage {
  /** The id of the element to begin at, where what is edited is only a part of the page. */
  part: string | null;
}

export const siteContext = createContext<SiteContext>();
