import type { CallInput, CallName, CallReply } from './calls.ts';

/**
 * How the server has a page made. The web's build gives a `RenderPage`; the server gives it the means to read.
 * Neither side imports the other: this is all that they know of each other.
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

export interface PageRequest {
  /** Path and query as asked for, for example `/products/0190…?from=mail`. */
  path: string;
  /** Origin under which the shop is known to the outside, without a slash at the end. Canonical addresses begin with it. */
  origin: string;
  /** Makes a call of the contract as a guest. Throws a `ReadFailure` when the call is refused. */
  read: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallReply<Name>>;
}

export interface RenderedPage {
  status: number;
  /** Set when the page answers with a redirect instead of content. */
  location?: string;
  /** Title, description, Open Graph, canonical address and JSON-LD, as HTML for the head. */
  head: string;
  /** The markup inside `#root`. */
  body: string;
  /** What the browser starts from: serialisable, written into the page as JSON. */
  state: unknown;
  /** Source modules (keys of the Vite manifest) whose scripts and styles the page needs at once. */
  modules: string[];
}

/** A call that was refused while a page was rendered, with the problem's status (RFC 9457). */
export class ReadFailure extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'ReadFailure';
    this.status = status;
  }
}
