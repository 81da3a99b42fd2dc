import type { Messages } from '@lingui/core';
import type { CallInput, CallName, CallReply } from '#contract/calls.ts';
import type { IdentityWays } from '#contract/identity/identity.ts';
import type { PublicShop } from './shop.ts';

/**
 * The interface for server rendering. The web's build exports a `RenderPage`; the server passes it the means to
 * read. Neither side imports the other.
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

export interface PageRequest {
  /** The requested path, as `readablePath` leaves it, and query, for example `/products/0190…?from=mail`. */
  path: string;
  /** The public origin, without a trailing slash. Canonical URLs start with it. */
  origin: string;
  /** The language of the page, whose path begins with its prefix. */
  language: PageLanguage;
  /** Whose pages they are. */
  shop: PublicShop;
  /** The ways to sign in. */
  signInWays?: IdentityWays | undefined;
  /** Makes a call of the contract as a guest. Throws a `ReadFailure` when the call is refused. */
  read: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<PageRead<Name>>;
}

export interface PageLanguage {
  tag: string;
  prefix: string;
  /** All texts, by their ids. */
  texts: Messages;
}

export interface PageRead<Name extends CallName> {
  reply: CallReply<Name>;
  /** The cursor of the next page of a list, null at its end. */
  nextCursor: string | null;
}

export interface RenderedPage {
  status: number;
  /** Set when the page answers with a redirect instead of content. */
  location?: string;
  /** Title, description, Open Graph, canonical address and JSON-LD, as HTML for the head. */
  head: string;
  /** The markup inside `#root`. */
  body: string;
  /** The initial state of the browser, written into the page as JSON. */
  state: unknown;
  /** Source modules (keys of the Vite manifest) whose scripts and styles the page needs immediately. */
  modules: string[];
}

/** A call that was refused while a page was rendered, with the problem's status (RFC 9457). */
export class ReadFailure extends Error {
  readonly status: number;
  /** By which the log line of the page is found. */
  readonly requestId: string | undefined;
  constructor(status: number, detail: string, requestId?: string) {
    super(detail);
    this.name = 'ReadFailure';
    this.status = status;
    this.requestId = requestId;
  }
}
