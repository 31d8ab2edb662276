import type { CookieJar } from '@claimdesk/api/cookies';
import type { createCaller } from '@claimdesk/api/router';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { createContext } from 'react-router';
import type { IslandScripts } from './ui/pages/hydration.ts';

/** What the server gives every loader and action: `context.get(siteContext)`. */
export interface SiteContext {
  /** Calls procedures in this process, with this request's cookies and address. */
  api: ReturnType<typeof createCaller>;
  /** The request's cookies; cookies set here go out with the response. */
  cookies: CookieJar;
  /** For the scripts of hydrated pages; new for every response. */
  nonce: string;
  /** What hydrates the islands of a page. */
  islands: IslandScripts;
  /** The content security policy of a response whose scripts carry the nonce. */
  scriptPolicy: string;
  /** Scheme and host that visitors use, from configuration: `https://www.example.org`. */
  origin: string;
  /** Whether a form was posted: the loaders that run after its action are told GET. */
  posted: boolean;
  /** Whether a page's script asks for the data of a page, instead of its HTML. */
  byScript: boolean;
  /** Logs a failure by its class, never by its message, which may quote a person. */
  report(error: unknown): void;
  /**
   * Set by the loader of a page that is the same for everybody. The server may keep its HTML in memory if it is `kept`; `unkept` is what
   * shows what somebody typed.
   */
  sameForEverybody: 'kept' | 'unkept' | null;
  /**
   * Set by the loader of a form's page that all visitors who have nothing of ours get alike, but for what opening the form gives each of
   * them. The server may keep its HTML in memory, without that.
   */
  openedForm: OpenedForm | null;
  /** Set when an editor previews something that is not public. */
  preview: PreviewOfPage | null;
  /** What the developer pages show; null where those pages are turned off. */
  developer: DeveloperForms | null;
}

/** What opening a form gives a visitor. */
export interface Opened {
  /** Random, so that nothing else on the page reads like it. */
  token: string;
  needsProof: boolean;
}

export interface OpenedForm extends Opened {
  /** Opens the form for another visitor who has nothing of ours, and sets the same cookies. */
  openFor(api: SiteContext['api']): Promise<Opened>;
}

export interface DeveloperForms {
  /** Every form of the product, plus one that uses every kind of question. */
  definitions: readonly FormDefinition[];
  /** @returns valid answers to all of its questions. */
  exampleOf(form: string): Answers;
}

export interface PreviewOfPage {
  /** The id of the element to scroll to, where only a part of the page is being edited. */
  part: string | null;
}

export const siteContext = createContext<SiteContext>();
